import { AppError } from "../../platform/errors.ts";

/** The token is being minted, or was, with other words. */
export class TokenAlreadyMintedError extends AppError {
  constructor(number: number, tokenUri: string) {
    super(
      "token_already_minted",
      `Token ${number} is minted with the metadata ${tokenUri} already. Send the name, description and symbol of that call, or leave it out.`,
      { details: { id: number, tokenURI: tokenUri } },
    );
  }
}
