create function messages_reworded() returns trigger language plpgsql as $$
begin
  -- Locks a row that exists already, so that the index task reads the new text (postgres/message-index.ts).
  insert into search_reindex ("messageId") values (new.id)
    on conflict ("messageId") do update set "messageId" = excluded."messageId";
  return null;
end $$;
create trigger messages_reworded after update of body, detail on messages for each row
  when (old.body is distinct from new.body
    or old.detail is distinct from new.detail)
  execute function messages_reworded();

create function messages_gone() returns trigger language plpgsql as $$
begin
  delete from search_reindex where "messageId" = old.id;
  return null;
end $$;
create trigger messages_gone after delete on messages for each row
  execute function messages_gone();

create function number_points_acked() returns trigger language plpgsql as $$
begin
  insert into number_points ("companyId", "whatsappId", hour, sent, failed, delivered, "refusedAt")
    select "companyId", id, substr(new."createdAt", 1, 13) || ':00:00.000Z', (new.ack >= 1)::int - (old.ack >= 1)::int, (new.ack = -1)::int - (old.ack = -1)::int, (new.ack >= 2)::int - (old.ack >= 2)::int, case when new.error = '463' and new.ack = -1 then new."updatedAt" end from connections
    where id = new."whatsappId" and "companyId" = new."companyId"
    on conflict ("companyId", "whatsappId", hour) do update set sent = number_points.sent + excluded.sent, failed = number_points.failed + excluded.failed, delivered = number_points.delivered + excluded.delivered, "refusedAt" = coalesce(excluded."refusedAt", number_points."refusedAt");
  return null;
end $$;
create trigger number_points_acked after update of ack on messages for each row
  when (least(new.ack, 2) <> least(old.ack, 2) and new."fromMe" = 1 and new."whatsappId" is not null and new.origin not in ('phone', 'campaign'))
  execute function number_points_acked();

create function number_points_inserted() returns trigger language plpgsql as $$
begin
  insert into number_points ("companyId", "whatsappId", hour, sent, failed, delivered, "refusedAt")
    select "companyId", id, substr(new."createdAt", 1, 13) || ':00:00.000Z', (new.ack >= 1)::int - 0, (new.ack = -1)::int - 0, (new.ack >= 2)::int - 0, case when new.error = '463' and new.ack = -1 then new."updatedAt" end from connections
    where id = new."whatsappId" and "companyId" = new."companyId"
    on conflict ("companyId", "whatsappId", hour) do update set sent = number_points.sent + excluded.sent, failed = number_points.failed + excluded.failed, delivered = number_points.delivered + excluded.delivered, "refusedAt" = coalesce(excluded."refusedAt", number_points."refusedAt");
  return null;
end $$;
create trigger number_points_inserted after insert on messages for each row
  when (new.ack <> 0 and new."fromMe" = 1 and new."whatsappId" is not null and new.origin not in ('phone', 'campaign'))
  execute function number_points_inserted();

create function number_points_begun() returns trigger language plpgsql as $$
begin
  if not (new."fromMe" = 1 and new."whatsappId" is not null and new.origin not in ('phone', 'campaign')
    and not exists (select 1 from messages as m where m."companyId" = new."companyId" and m."ticketId" = new."ticketId" and m.id < new.id)
    and exists (select 1 from tickets where id = new."ticketId" and "isGroup" = 0)) then
    return null;
  end if;
  insert into number_points ("companyId", "whatsappId", hour, begun, "refusedAt")
    select "companyId", id, substr(new."createdAt", 1, 13) || ':00:00.000Z', 1, null from connections
    where id = new."whatsappId" and "companyId" = new."companyId"
    on conflict ("companyId", "whatsappId", hour) do update set begun = number_points.begun + excluded.begun, "refusedAt" = coalesce(excluded."refusedAt", number_points."refusedAt");
  insert into begun_chats ("companyId", "ticketId", "whatsappId", hour)
    values (new."companyId", new."ticketId", new."whatsappId", substr(new."createdAt", 1, 13) || ':00:00.000Z')
    on conflict ("ticketId") do nothing;
  return null;
end $$;
create trigger number_points_begun after insert on messages for each row
  execute function number_points_begun();

create function number_points_received() returns trigger language plpgsql as $$
begin
  insert into number_points ("companyId", "whatsappId", hour, received)
    values (new."companyId", new."whatsappId", substr(new."createdAt", 1, 13) || ':00:00.000Z', 1)
    on conflict ("companyId", "whatsappId", hour) do update set received = number_points.received + 1;
  return null;
end $$;
create trigger number_points_received after insert on messages for each row
  when (new."fromMe" = 0 and new."whatsappId" is not null)
  execute function number_points_received();

create function number_points_answered() returns trigger language plpgsql as $$
begin
  if not (new."fromMe" = 0
    and exists (select 1 from begun_chats where "ticketId" = new."ticketId")) then
    return null;
  end if;
  update number_points set answered = answered + 1
    where ("companyId", "whatsappId", hour) = (select "companyId", "whatsappId", hour
    from begun_chats
    where "ticketId" = new."ticketId");
  delete from begun_chats where "ticketId" = new."ticketId";
  return null;
end $$;
create trigger number_points_answered after insert on messages for each row
  execute function number_points_answered();
