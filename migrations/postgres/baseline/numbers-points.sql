create table number_points (
  "companyId" bigint not null,
  "whatsappId" bigint not null,
  hour text collate "C" not null,
  received bigint not null default 0,
  sent bigint not null default 0,
  failed bigint not null default 0,
  delivered bigint not null default 0,
  begun bigint not null default 0,
  answered bigint not null default 0,
  "refusedAt" text collate "C",
  "ackCount" bigint not null default 0,
  "ackSumMs" bigint not null default 0,
  "ackMaxMs" bigint not null default 0,
  "quotaUsed" bigint,
  "quotaTotal" bigint,
  locked bigint not null default 0,
  primary key ("companyId", "whatsappId", hour)
);

create table begun_chats (
  "companyId" bigint not null,
  "ticketId" bigint primary key,
  "whatsappId" bigint not null,
  hour text collate "C" not null
);

create index number_points_old on number_points (hour);
create index begun_chats_old on begun_chats (hour);
create index begun_chats_number on begun_chats ("companyId", "whatsappId");
