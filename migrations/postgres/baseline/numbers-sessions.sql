create table wa_creds (
  "whatsappId" bigint primary key,
  "companyId" bigint not null,
  creds bytea not null,
  "updatedAt" text collate "C" not null default (to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
);

create table wa_keys (
  "companyId" bigint not null,
  "whatsappId" bigint not null,
  type text collate "C" not null,
  "keyId" text collate "C" not null,
  value bytea not null,
  primary key ("whatsappId", type, "keyId")
);

create table wa_inbox (
  "companyId" bigint not null,
  "whatsappId" bigint not null,
  key text collate "C" not null,
  "waId" text collate "C" not null,
  part bigint not null,
  attrs text collate "C" not null,
  hash bytea not null,
  body bytea not null,
  at text collate "C" not null,
  "storedAt" text collate "C",
  primary key ("whatsappId", key)
);

create index wa_inbox_waiting on wa_inbox ("whatsappId", at)
  where "storedAt" is null;
create index wa_inbox_message on wa_inbox ("whatsappId", "waId");
create index wa_inbox_old on wa_inbox ("storedAt" nulls first)
  where "storedAt" is not null;
