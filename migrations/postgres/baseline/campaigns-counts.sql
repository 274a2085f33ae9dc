create table campaign_counts (
  "companyId" bigint not null,
  "campaignId" bigint not null,
  step bigint not null,
  variant bigint not null,
  state text collate "C" not null,
  reason text collate "C" not null,
  recipients bigint not null default 0,
  delivered bigint not null default 0,
  read bigint not null default 0,
  answered bigint not null default 0,
  "optedOut" bigint not null default 0,
  primary key ("companyId", "campaignId", step, variant, state, reason)
);

create table campaign_hours (
  "companyId" bigint not null,
  "campaignId" bigint not null,
  hour text collate "C" not null,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  read bigint not null default 0,
  answered bigint not null default 0,
  primary key ("companyId", "campaignId", hour)
);
