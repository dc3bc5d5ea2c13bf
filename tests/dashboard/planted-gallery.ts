import { randomUUID } from "node:crypto";
import type { TestDatabase } from "@mintwright/test-harness";

/** Plants a completed collection of any size beside a real one, whose images it shows over and over. */
export async function plantGallery(
  { query }: Pick<TestDatabase, "query">,
  { like, amount }: { like: string; amount: number },
): Promise<string> {
  const collectionId = randomUUID();
  await query(
    `insert into collection (account_id, collection_id, key_id, state, amount, price_each, hold_id, request, model, seed,
       chain_id, wallet_address, planned, next_number, finished_at, made, failed)
     select account_id, $2, key_id, 'completed', $3, price_each, $2, request, model, seed,
       chain_id, wallet_address, $3, $3 + 1, now(), $3, 0
     from collection where collection_id = $1`,
    [like, collectionId, amount],
  );
  await query(
    `with generated as (
       select *, row_number() over (order by number) - 1 as place, count(*) over () as images
       from collection_image where collection_id = $1 and state = 'made'
     )
     insert into collection_image (account_id, collection_id, number, state, seed, traits, object, sha256, cid, byte_size,
       width, height, engine, made_at)
     select account_id, $2, n, 'made', n * 11,
       jsonb_build_array(
         jsonb_build_object('trait_type', 'Coat', 'value', 'coat ' || n % 7),
         jsonb_build_object('trait_type', 'Eyes', 'value', 'eyes ' || n % 11),
         jsonb_build_object('trait_type', 'Sky', 'value', 'sky ' || n % 5),
         jsonb_build_object('trait_type', 'Mood', 'value', 'mood ' || (n * n) % 13)),
       object, sha256, cid, byte_size, width, height, engine, now()
     from generate_series(1, $3::integer) as n join generated on place = n % images`,
    [like, collectionId, amount],
  );
  return collectionId;
}
