-- Every way in which a collection was described by mint-nft. The metadata files follow from it and from the
-- images' rows, so 10,000 of them are one row.
create table token_metadata (
  account_id    uuid not null,
  collection_id uuid not null,
  metadata_id   text not null,
  name          text not null,
  description   text not null,
  symbol        text not null,
  created_at    timestamptz not null default now(),
  primary key (account_id, collection_id, metadata_id),
  foreign key (account_id, collection_id) references collection on delete cascade
);

comment on column token_metadata.metadata_id is 'a hash of name, description and symbol';

-- What was asked of the pinning part, and how far it is.
create table collection_pin (
  account_id    uuid not null,
  collection_id uuid not null,
  state         text not null default 'queued' check (state in ('queued', 'pinning', 'pinned', 'failed')),
  root          text,
  request_id    text,
  problem       text,
  changed_at    timestamptz not null default now(),
  primary key (account_id, collection_id),
  foreign key (account_id, collection_id) references collection on delete cascade
);

comment on column collection_pin.root is 'the id of the folder that holds images, metadata and provenance';
comment on column collection_pin.request_id is 'how a pinning service calls the request';

-- The next nonce of each wallet that mints: nonces are handed out here and nowhere else.
create table mint_signer (
  chain_id     bigint not null,
  address      text not null,
  next_nonce   bigint not null default 0,
  leased_until timestamptz not null default to_timestamp(0),
  primary key (chain_id, address)
);

-- One row per token that the service mints: a token is in here once, so it is minted once.
create table token_mint (
  account_id    uuid not null,
  collection_id uuid not null,
  number        integer not null,
  chain_id      bigint not null,
  contract      text not null,
  signer        text not null,
  to_address    text not null,
  token_uri     text not null,
  state         text not null default 'queued' check (state in ('queued', 'signed', 'minted', 'failed')),
  nonce         bigint,
  token_id      text,
  hash          text,
  problem       text,
  not_before    timestamptz not null default now(),
  created_at    timestamptz not null default now(),
  changed_at    timestamptz not null default now(),
  primary key (account_id, collection_id, number),
  foreign key (account_id, collection_id) references collection on delete cascade,
  check ((state = 'queued') = (nonce is null)),
  check (state <> 'minted' or (token_id is not null and hash is not null))
);

comment on column token_mint.hash is 'the transaction that is to be, or was, mined: the newest signed one, then the mined one';
comment on column token_mint.nonce is 'shared by every transaction ever signed for this token until one is mined: only one of them can be';

-- Two tokens under one nonce would mean that one of them is never minted.
create unique index token_mint_nonce on token_mint (chain_id, signer, nonce) where nonce is not null;
create index token_mint_queued on token_mint (chain_id, signer, not_before, created_at, number) where state = 'queued';

-- Signed transactions, written down before they are sent: what is sent again is the same transaction.
create table mint_transaction (
  account_id       uuid not null,
  collection_id    uuid not null,
  number           integer not null,
  nonce            bigint not null,
  attempt          integer not null,
  hash             text not null,
  raw              text not null,
  gas              text not null,
  max_fee          text not null,
  max_priority_fee text,
  signed_at        timestamptz not null default now(),
  sent_at          timestamptz,
  primary key (account_id, collection_id, number, nonce, attempt),
  foreign key (account_id, collection_id, number) references token_mint on delete cascade
);
