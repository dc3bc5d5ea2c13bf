-- Findings about texts that were audited, by the digest of everything that decides them: the files, the compiler,
-- and the version of the detectors. The same text gives the same findings, whoever sends it.
create table audit_result (
  digest      bytea primary key,
  report      text not null,
  created_at  timestamptz not null default now(),
  constraint audit_result_digest_is_sha256 check (octet_length(digest) = 32)
);

create index audit_result_created_at on audit_result (created_at);
