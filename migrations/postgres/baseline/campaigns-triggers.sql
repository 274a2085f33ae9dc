create function number_points_part_acked() returns trigger language plpgsql as $$
begin
  insert into number_points ("companyId", "whatsappId", hour, sent, failed, delivered, "refusedAt")
    select "companyId", id, substr(new."createdAt", 1, 13) || ':00:00.000Z', (new.ack >= 1)::int - (old.ack >= 1)::int, (new.ack = -1)::int - (old.ack = -1)::int, (new.ack >= 2)::int - (old.ack >= 2)::int, case when new.error = '463' and new.ack = -1 then to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end from connections
    where id = new."whatsappId" and "companyId" = new."companyId"
    on conflict ("companyId", "whatsappId", hour) do update set sent = number_points.sent + excluded.sent, failed = number_points.failed + excluded.failed, delivered = number_points.delivered + excluded.delivered, "refusedAt" = coalesce(excluded."refusedAt", number_points."refusedAt");
  return null;
end $$;
create trigger number_points_part_acked after update of ack on campaign_parts for each row
  when (new."whatsappId" is not null and least(new.ack, 2) <> least(old.ack, 2))
  execute function number_points_part_acked();

create function number_points_recipient_sent() returns trigger language plpgsql as $$
begin
  insert into number_points ("companyId", "whatsappId", hour, begun, "refusedAt")
    select "companyId", id, substr(new."sentAt", 1, 13) || ':00:00.000Z', 1, null from connections
    where id = (select "whatsappId" from campaigns
    where id = new."campaignId") and "companyId" = new."companyId"
    on conflict ("companyId", "whatsappId", hour) do update set begun = number_points.begun + excluded.begun, "refusedAt" = coalesce(excluded."refusedAt", number_points."refusedAt");
  return null;
end $$;
create trigger number_points_recipient_sent after update of "sentAt" on campaign_recipients for each row
  when (old."sentAt" is null and new."sentAt" is not null and new.step = 0)
  execute function number_points_recipient_sent();

create function number_points_recipient_answered() returns trigger language plpgsql as $$
begin
  insert into number_points ("companyId", "whatsappId", hour, answered, "refusedAt")
    select "companyId", id, substr(new."sentAt", 1, 13) || ':00:00.000Z', 1, null from connections
    where id = (select "whatsappId" from campaigns
    where id = new."campaignId") and "companyId" = new."companyId"
    on conflict ("companyId", "whatsappId", hour) do update set answered = number_points.answered + excluded.answered, "refusedAt" = coalesce(excluded."refusedAt", number_points."refusedAt");
  return null;
end $$;
create trigger number_points_recipient_answered after update of "answeredAt" on campaign_recipients for each row
  when (old."answeredAt" is null and new."answeredAt" is not null and new."sentAt" is not null and new.step = 0)
  execute function number_points_recipient_answered();

create function campaign_recipients_counts_added() returns trigger language plpgsql as $$
begin
  insert into campaign_counts ("companyId", "campaignId", step, variant, state, reason, recipients, delivered, read, answered, "optedOut")
    values (new."companyId", new."campaignId", new.step, new.variant, new.state, coalesce(new.reason, ''), 1, (new."deliveredAt" is not null)::int, (new."readAt" is not null)::int, (new."answeredAt" is not null)::int, (new."optedOutAt" is not null)::int)
    on conflict ("companyId", "campaignId", step, variant, state, reason) do update set recipients = campaign_counts.recipients + 1, delivered = campaign_counts.delivered + excluded.delivered, read = campaign_counts.read + excluded.read, answered = campaign_counts.answered + excluded.answered, "optedOut" = campaign_counts."optedOut" + excluded."optedOut";
  return null;
end $$;
create trigger campaign_recipients_counts_added after insert on campaign_recipients for each row
  execute function campaign_recipients_counts_added();

create function campaign_recipients_counts_gone() returns trigger language plpgsql as $$
begin
  update campaign_counts set recipients = recipients - 1, delivered = delivered - (old."deliveredAt" is not null)::int, read = read - (old."readAt" is not null)::int, answered = answered - (old."answeredAt" is not null)::int, "optedOut" = "optedOut" - (old."optedOutAt" is not null)::int
    where ("companyId", "campaignId", step, variant, state, reason) = (old."companyId", old."campaignId", old.step, old.variant, old.state, coalesce(old.reason, ''));
  return null;
end $$;
create trigger campaign_recipients_counts_gone after delete on campaign_recipients for each row
  execute function campaign_recipients_counts_gone();

create function campaign_recipients_counts_changed() returns trigger language plpgsql as $$
begin
  update campaign_counts set recipients = recipients - 1, delivered = delivered - (old."deliveredAt" is not null)::int, read = read - (old."readAt" is not null)::int, answered = answered - (old."answeredAt" is not null)::int, "optedOut" = "optedOut" - (old."optedOutAt" is not null)::int
    where ("companyId", "campaignId", step, variant, state, reason) = (old."companyId", old."campaignId", old.step, old.variant, old.state, coalesce(old.reason, ''));
  insert into campaign_counts ("companyId", "campaignId", step, variant, state, reason, recipients, delivered, read, answered, "optedOut")
    values (new."companyId", new."campaignId", new.step, new.variant, new.state, coalesce(new.reason, ''), 1, (new."deliveredAt" is not null)::int, (new."readAt" is not null)::int, (new."answeredAt" is not null)::int, (new."optedOutAt" is not null)::int)
    on conflict ("companyId", "campaignId", step, variant, state, reason) do update set recipients = campaign_counts.recipients + 1, delivered = campaign_counts.delivered + excluded.delivered, read = campaign_counts.read + excluded.read, answered = campaign_counts.answered + excluded.answered, "optedOut" = campaign_counts."optedOut" + excluded."optedOut";
  return null;
end $$;
create trigger campaign_recipients_counts_changed after update of step, variant, state, reason, "deliveredAt", "readAt", "answeredAt", "optedOutAt" on campaign_recipients for each row
  execute function campaign_recipients_counts_changed();

create function campaign_recipients_sent_added() returns trigger language plpgsql as $$
begin
  insert into campaign_hours ("companyId", "campaignId", hour, sent)
    select new."companyId", new."campaignId", substr(new."sentAt", 1, 13), 1
    where new."sentAt" is not null
    on conflict ("companyId", "campaignId", hour) do update set sent = campaign_hours.sent + excluded.sent;
  return null;
end $$;
create trigger campaign_recipients_sent_added after insert on campaign_recipients for each row
  when (new."sentAt" is not null)
  execute function campaign_recipients_sent_added();

create function campaign_recipients_sent_gone() returns trigger language plpgsql as $$
begin
  update campaign_hours set sent = sent - 1
    where ("companyId", "campaignId", hour) = (old."companyId", old."campaignId", substr(old."sentAt", 1, 13));
  return null;
end $$;
create trigger campaign_recipients_sent_gone after delete on campaign_recipients for each row
  when (old."sentAt" is not null)
  execute function campaign_recipients_sent_gone();

create function campaign_recipients_sent_changed() returns trigger language plpgsql as $$
begin
  update campaign_hours set sent = sent - 1
    where ("companyId", "campaignId", hour) = (old."companyId", old."campaignId", substr(old."sentAt", 1, 13));
  insert into campaign_hours ("companyId", "campaignId", hour, sent)
    select new."companyId", new."campaignId", substr(new."sentAt", 1, 13), 1
    where new."sentAt" is not null
    on conflict ("companyId", "campaignId", hour) do update set sent = campaign_hours.sent + excluded.sent;
  return null;
end $$;
create trigger campaign_recipients_sent_changed after update of "sentAt" on campaign_recipients for each row
  when (new."sentAt" is distinct from old."sentAt")
  execute function campaign_recipients_sent_changed();

create function campaign_recipients_delivered_added() returns trigger language plpgsql as $$
begin
  insert into campaign_hours ("companyId", "campaignId", hour, delivered)
    select new."companyId", new."campaignId", substr(new."deliveredAt", 1, 13), 1
    where new."deliveredAt" is not null
    on conflict ("companyId", "campaignId", hour) do update set delivered = campaign_hours.delivered + excluded.delivered;
  return null;
end $$;
create trigger campaign_recipients_delivered_added after insert on campaign_recipients for each row
  when (new."deliveredAt" is not null)
  execute function campaign_recipients_delivered_added();

create function campaign_recipients_delivered_gone() returns trigger language plpgsql as $$
begin
  update campaign_hours set delivered = delivered - 1
    where ("companyId", "campaignId", hour) = (old."companyId", old."campaignId", substr(old."deliveredAt", 1, 13));
  return null;
end $$;
create trigger campaign_recipients_delivered_gone after delete on campaign_recipients for each row
  when (old."deliveredAt" is not null)
  execute function campaign_recipients_delivered_gone();

create function campaign_recipients_delivered_changed() returns trigger language plpgsql as $$
begin
  update campaign_hours set delivered = delivered - 1
    where ("companyId", "campaignId", hour) = (old."companyId", old."campaignId", substr(old."deliveredAt", 1, 13));
  insert into campaign_hours ("companyId", "campaignId", hour, delivered)
    select new."companyId", new."campaignId", substr(new."deliveredAt", 1, 13), 1
    where new."deliveredAt" is not null
    on conflict ("companyId", "campaignId", hour) do update set delivered = campaign_hours.delivered + excluded.delivered;
  return null;
end $$;
create trigger campaign_recipients_delivered_changed after update of "deliveredAt" on campaign_recipients for each row
  when (new."deliveredAt" is distinct from old."deliveredAt")
  execute function campaign_recipients_delivered_changed();

create function campaign_recipients_read_added() returns trigger language plpgsql as $$
begin
  insert into campaign_hours ("companyId", "campaignId", hour, read)
    select new."companyId", new."campaignId", substr(new."readAt", 1, 13), 1
    where new."readAt" is not null
    on conflict ("companyId", "campaignId", hour) do update set read = campaign_hours.read + excluded.read;
  return null;
end $$;
create trigger campaign_recipients_read_added after insert on campaign_recipients for each row
  when (new."readAt" is not null)
  execute function campaign_recipients_read_added();

create function campaign_recipients_read_gone() returns trigger language plpgsql as $$
begin
  update campaign_hours set read = read - 1
    where ("companyId", "campaignId", hour) = (old."companyId", old."campaignId", substr(old."readAt", 1, 13));
  return null;
end $$;
create trigger campaign_recipients_read_gone after delete on campaign_recipients for each row
  when (old."readAt" is not null)
  execute function campaign_recipients_read_gone();

create function campaign_recipients_read_changed() returns trigger language plpgsql as $$
begin
  update campaign_hours set read = read - 1
    where ("companyId", "campaignId", hour) = (old."companyId", old."campaignId", substr(old."readAt", 1, 13));
  insert into campaign_hours ("companyId", "campaignId", hour, read)
    select new."companyId", new."campaignId", substr(new."readAt", 1, 13), 1
    where new."readAt" is not null
    on conflict ("companyId", "campaignId", hour) do update set read = campaign_hours.read + excluded.read;
  return null;
end $$;
create trigger campaign_recipients_read_changed after update of "readAt" on campaign_recipients for each row
  when (new."readAt" is distinct from old."readAt")
  execute function campaign_recipients_read_changed();

create function campaign_recipients_answered_added() returns trigger language plpgsql as $$
begin
  insert into campaign_hours ("companyId", "campaignId", hour, answered)
    select new."companyId", new."campaignId", substr(new."answeredAt", 1, 13), 1
    where new."answeredAt" is not null
    on conflict ("companyId", "campaignId", hour) do update set answered = campaign_hours.answered + excluded.answered;
  return null;
end $$;
create trigger campaign_recipients_answered_added after insert on campaign_recipients for each row
  when (new."answeredAt" is not null)
  execute function campaign_recipients_answered_added();

create function campaign_recipients_answered_gone() returns trigger language plpgsql as $$
begin
  update campaign_hours set answered = answered - 1
    where ("companyId", "campaignId", hour) = (old."companyId", old."campaignId", substr(old."answeredAt", 1, 13));
  return null;
end $$;
create trigger campaign_recipients_answered_gone after delete on campaign_recipients for each row
  when (old."answeredAt" is not null)
  execute function campaign_recipients_answered_gone();

create function campaign_recipients_answered_changed() returns trigger language plpgsql as $$
begin
  update campaign_hours set answered = answered - 1
    where ("companyId", "campaignId", hour) = (old."companyId", old."campaignId", substr(old."answeredAt", 1, 13));
  insert into campaign_hours ("companyId", "campaignId", hour, answered)
    select new."companyId", new."campaignId", substr(new."answeredAt", 1, 13), 1
    where new."answeredAt" is not null
    on conflict ("companyId", "campaignId", hour) do update set answered = campaign_hours.answered + excluded.answered;
  return null;
end $$;
create trigger campaign_recipients_answered_changed after update of "answeredAt" on campaign_recipients for each row
  when (new."answeredAt" is distinct from old."answeredAt")
  execute function campaign_recipients_answered_changed();
