-- Audit reports by the digest of everything that determines them: the files, the compiler and the version of the detectors.
-- The same input gives the same findings for every account.
create table audit_result (
  digest      bytea primary key,
  report      text not null,
  created_at  timestamptz not null default now(),
  constraint audit_result_digest_is_sha256 check (octet_length(digest) = 32)
);

create index audit_result_created_at on audit_result (created_at);
