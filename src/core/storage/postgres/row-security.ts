import type { CompanyId } from '../schema'
import type { Line } from './lines'

/**
 * Row level security, the second wall between companies (docs/adr/0125): units and reads of a company run in a role
 * without rights of its own, whose policies show rows of the transaction's company only. A condition on the company that
 * a query forgets shows the own rows then, and none where no company is named. The owner of the tables is not limited:
 * claims of jobs, sign-in and the provider's work read all companies.
 */

/** Role of a company's units and reads. Roles belong to the whole server, and all databases there may share it. */
export const companyRole = 'balcao_company'

/**
 * Tables without a policy: indexes of search. A policy is evaluated before `like`, which is not leakproof, so that their
 * trigrams would not be used. The messages and contacts that they name are read under a policy.
 */
export const openTables = ['contact_search', 'message_search']

const policy = `"companyId" = (select nullif(current_setting('app.company', true), '')::bigint)`
const rights = 'select, insert, update, delete'

/** Finds tables with a companyId that have no policy. */
const unsecured = `select c.oid, c.relname from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'companyId' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relrowsecurity
    and c.relname not in (${openTables.map((name) => `'${name}'`).join(', ')})`

/** Creates what is missing of the role, the policies and the rights; a new table gets them at the next start. */
const secureText = `do $$
declare t record;
begin
  if not exists (select from pg_roles where rolname = '${companyRole}') then
    begin
      create role ${companyRole} nologin;
    exception when duplicate_object or unique_violation then
      null; -- another database of the server was first
    end;
  end if;
  if not pg_has_role(current_user, '${companyRole}',
    case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) then
    execute format('grant ${companyRole} to %I', current_user);
  end if;
  for t in ${unsecured} loop
    execute format('create policy own_company on %I to ${companyRole} using (${policy.replaceAll("'", "''")})', t.relname);
    execute format('alter table %I enable row level security', t.relname);
  end loop;
  if exists (select from pg_class where relnamespace = 'public'::regnamespace
    and case relkind when 'r' then not has_table_privilege('${companyRole}', oid, 'delete')
      when 'S' then not has_sequence_privilege('${companyRole}', oid, 'update') else false end) then
    grant usage on schema public to ${companyRole};
    grant ${rights} on all tables in schema public to ${companyRole};
    grant usage, select, update on all sequences in schema public to ${companyRole};
  end if;
end $$`

/** Gives every table its policy. Call in a transaction that holds the lock of migrations. */
export const secureRows = (line: Line): Promise<void> => line.runSimply(secureText)

/** Texts at the begin of a transaction that limit it to a company. */
export const limitTransaction = (companyId: CompanyId): string =>
  `set local role ${companyRole}; set local app.company = '${Number(companyId)}'`

const limitText = `select set_config('role', $1, false), set_config('app.company', $2, false)`

/** Limits of the lines for reads, each until it is used for another company or for all. */
export class ReadLimits {
  private readonly companies = new WeakMap<Line, CompanyId | null>()

  /** Limits a line to a company, or to none for null. A new line is not limited. */
  async set(line: Line, companyId: CompanyId | null): Promise<void> {
    const current = this.companies.get(line) ?? null
    if (current === companyId) return
    try {
      await line.run(limitText, companyId === null ? ['none', ''] : [companyRole, `${companyId}`])
    } catch (error) {
      void line.drop() // its limit is not known
      throw error
    }
    this.companies.set(line, companyId)
  }
}
