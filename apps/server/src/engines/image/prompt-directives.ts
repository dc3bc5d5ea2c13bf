/**
 * Takes the power out of words that stable-diffusion.cpp reads as orders: its servers take any setting of theirs
 * (size, steps, number of pictures, file paths) from a tag inside the prompt, past every limit and price.
 */
export function disarmPromptDirectives(prompt: string): string {
  return prompt.replaceAll("sd_cpp_extra_args", "sd cpp extra args");
}
