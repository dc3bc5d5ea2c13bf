-- The owner can give a deployed drop another allow list. Wallets need the proofs of the old one until the chain has the new
-- terms, so each list is stored under its Merkle root. The first list of a drop stays in drop_wallet.
create table drop_list_wallet (
  account_id    uuid not null,
  collection_id uuid not null,
  allow_list    text not null,
  wallet        text not null,
  proof         jsonb not null,
  primary key (account_id, collection_id, allow_list, wallet),
  foreign key (account_id, collection_id) references collection_drop on delete cascade
);

comment on column drop_list_wallet.allow_list is 'the Merkle root of the list';
comment on column drop_list_wallet.wallet is 'in lower case';
comment on column drop_list_wallet.proof is 'a list of hashes, as hexadecimal text';

create view drop_allowed_wallet as
select d.account_id, d.collection_id, d.allow_list, w.wallet, w.proof
from drop_wallet w join collection_drop d on d.account_id = w.account_id and d.collection_id = w.collection_id
union all
select account_id, collection_id, allow_list, wallet, proof from drop_list_wallet;
