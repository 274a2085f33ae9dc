-- Processes of the installation (nodes), the WhatsApp numbers that each holds, and what they tell each other.
-- None of these rows outlives its processes, so SQLite, which has one process, has none of these tables.
create table nodes (
  id text collate "C" primary key,
  name text collate "C" not null,
  version text collate "C" not null,
  state text collate "C" not null check (state in ('serving', 'leaving')),
  "startedAt" bigint not null,
  "beatAt" bigint not null,
  facts text collate "C" not null
);

create table leases (
  "companyId" bigint not null,
  "whatsappId" bigint primary key,
  node text collate "C" not null,
  token bigint not null,
  "expiresAt" bigint not null,
  constraint leases_of_connection foreign key ("companyId", "whatsappId")
    references connections ("companyId", id) on delete cascade
);
create index leases_of_node on leases (node);

create unlogged table bus_deposits (
  key text collate "C" primary key,
  text text collate "C" not null,
  "at" bigint not null
);
