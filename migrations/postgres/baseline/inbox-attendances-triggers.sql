create function attendances_rated() returns trigger language plpgsql as $$
begin
  delete from dashboard_days
    where "companyId" = old."companyId" and "startsAt" <= old."finishedAt" and "endsAt" > old."finishedAt";
  return null;
end $$;
create trigger attendances_rated after update of rate on attendances for each row
  execute function attendances_rated();

create function attendances_gone() returns trigger language plpgsql as $$
begin
  delete from dashboard_days
    where "companyId" = old."companyId" and ( ("startsAt" <= old."createdAt" and "endsAt" > old."createdAt") or ("startsAt" <= old."startedAt" and "endsAt" > old."startedAt") or ("startsAt" <= old."firstResponseAt" and "endsAt" > old."firstResponseAt") or ("startsAt" <= old."botEndedAt" and "endsAt" > old."botEndedAt") or ("startsAt" <= old."finishedAt" and "endsAt" > old."finishedAt"));
  return null;
end $$;
create trigger attendances_gone after delete on attendances for each row
  execute function attendances_gone();
