create function deliveries_waiting_more() returns trigger language plpgsql as $$
begin
  insert into deliveries_waiting ("companyId", source, "sourceId", waiting)
    values (new."companyId", new.source, new."sourceId", 1)
    on conflict ("companyId", source, "sourceId") do update set waiting = deliveries_waiting.waiting + 1;
  return null;
end $$;
create trigger deliveries_waiting_more after insert on deliveries for each row
  when (new.state = 'waiting')
  execute function deliveries_waiting_more();

create function deliveries_waiting_again() returns trigger language plpgsql as $$
begin
  insert into deliveries_waiting ("companyId", source, "sourceId", waiting)
    values (new."companyId", new.source, new."sourceId", 1)
    on conflict ("companyId", source, "sourceId") do update set waiting = deliveries_waiting.waiting + 1;
  return null;
end $$;
create trigger deliveries_waiting_again after update of state on deliveries for each row
  when (new.state = 'waiting' and old.state <> 'waiting')
  execute function deliveries_waiting_again();

create function deliveries_waiting_less() returns trigger language plpgsql as $$
begin
  update deliveries_waiting set waiting = waiting - 1
    where "companyId" = old."companyId" and source = old.source and "sourceId" = old."sourceId";
  return null;
end $$;
create trigger deliveries_waiting_less after update of state on deliveries for each row
  when (old.state = 'waiting' and new.state <> 'waiting')
  execute function deliveries_waiting_less();

create function deliveries_waiting_gone() returns trigger language plpgsql as $$
begin
  update deliveries_waiting set waiting = waiting - 1
    where "companyId" = old."companyId" and source = old.source and "sourceId" = old."sourceId";
  return null;
end $$;
create trigger deliveries_waiting_gone after delete on deliveries for each row
  when (old.state = 'waiting')
  execute function deliveries_waiting_gone();
