/** The jobs of the bench: half of them belong to company 1, the others to 49 companies; half are in lanes of ten. */
export const name = 'ticket.farewell'
export const companies = 50
/** Jobs that are inserted by one statement. */
export const batchSize = 20_000
const laneSize = 10

/** Company of job `n` of all, and its lane; null without one. */
export function placeOf(n: number): { company: number; lane: string | null } {
  const [batch, at] = [Math.floor(n / batchSize), n % batchSize]
  const half = Math.floor(at / 2)
  const company = at % 2 === 0 ? 1 : 2 + (half % (companies - 1))
  const ofCompany = at % 2 === 0 ? half : Math.floor(half / (companies - 1))
  const lane = Math.floor(ofCompany / laneSize)
  return { company, lane: lane % 2 === 0 ? `${company}/${batch}/${lane}` : null }
}

/** Inserts a batch, whose number is $1: the jobs, of each lane only the first one ready, then the turns of the groups. */
export const insertBatch = `with numbered as (
    select at, at / 2 as half from generate_series(0, ${batchSize - 1}) at
  ),
  placed as (
    select at, case when at % 2 = 0 then 1 else 2 + half % ${companies - 1} end as company,
      case when at % 2 = 0 then half else half / ${companies - 1} end as k from numbered
  ),
  inserted as (
    insert into jobs ("companyId", name, payload, lane, "runAt", state)
    select company, '${name}', json_build_object('n', $1::bigint * ${batchSize} + at)::text,
      case when k / ${laneSize} % 2 = 0 then company || '/' || $1::bigint || '/' || k / ${laneSize} end, $2,
      case when k / ${laneSize} % 2 = 0 and k % ${laneSize} > 0 then 'queued' else 'ready' end
    from placed order by at
    returning "companyId"
  )
  insert into ready_groups ("companyId", name, "groupKey", "readyAt")
  select distinct "companyId", '${name}', '', $2 from inserted order by "companyId"
  on conflict (name, "companyId", "groupKey") do update set "readyAt" = excluded."readyAt"
    where excluded."readyAt" < ready_groups."readyAt"`
