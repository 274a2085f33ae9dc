import type { StalledJobs } from './core/jobs/release'
import { log } from './core/log'
import { judgeStall, type StallVerdict, type Unresolved } from './core/process/judge-stall'
import { type MarkedWork, readStallRecord } from './core/process/stall-record'
import type { Platform } from './core/scope'
import { storeInstallationValue } from './core/storage/installation-value'
import { parseJson } from './shared/json'
import type { HeldMessages } from './whatsapp/held-messages'

const hour = 3_600_000
/** Longest pause of a task, in ms. */
const maxPause = 24 * hour
/** Messages that are remembered. */
const maxHeld = 1000

/** A task that pauses, because the process stood still during it. */
export interface PausedTask {
  /** `numberOf` its name. */
  id: number
  until: string
  /** Stalls so far; the pause doubles with each. */
  times: number
}

/** Stalls of earlier processes of one machine, in a row of `installation`. */
interface Kept {
  /** Time of the record that was judged last; the same record is judged once. */
  at: string
  verdict: StallVerdict
  isUnknown: boolean
  messages: MarkedWork[]
  tasks: PausedTask[]
}

const key = 'stalled work'
/** Row of one of several nodes, by its name: each judges its own stalls only. */
const keyOf = (node: string | null) => (node === null ? key : `${key} of ${node}`)
const nothing: Kept = {
  at: '',
  verdict: { culprits: [], suspects: [], isAnyJob: false },
  isUnknown: false,
  messages: [],
  tasks: [],
}

/** Work of the last process that must not run as usual. */
interface StalledWork {
  jobs: StalledJobs
  tasks: PausedTask[]
}

/**
 * Judges the stall in which the last process ended, if there was one, and holds back its work: jobs and tasks in the
 * result, messages in `held` (ADR 0096). Messages that stopped other nodes are held as well: their number may be here now.
 * Call before jobs, numbers and tasks start.
 * @param node name of this process among several; null for the only one
 */
export async function holdStalledWork(
  platform: Platform,
  held: HeldMessages,
  { directory, node }: { directory: string; node: string | null },
): Promise<StalledWork> {
  const record = readStallRecord(directory)
  const rows = await readAll(platform)
  const before = rows.get(keyOf(node)) ?? nothing
  const isNew = record !== null && record.at !== before.at
  const kept = isNew ? judged(before, record.at, judgeStall(record, unresolvedOf(before, record.at))) : before
  if (isNew) {
    log.error({ ...record, ...kept.verdict }, 'the last process ended while its event loop stood still')
    await storeKept(platform, keyOf(node), kept)
  }
  const all = [...rows.set(keyOf(node), kept).values()]
  for (const { group, id } of all.flatMap(({ messages }) => messages)) held.add({ whatsappId: group, hash: id })
  if (record === null) return { jobs: { culprits: [], suspects: [] }, tasks: kept.tasks }
  const { culprits, suspects, isAnyJob } = kept.verdict
  for (const { group } of [...culprits, ...suspects].filter(isOf('message'))) held.storeSingly(group)
  return {
    jobs: { culprits: idsOfJobs(culprits), suspects: isAnyJob ? 'all' : idsOfJobs(suspects) },
    tasks: kept.tasks,
  }
}

const isOf =
  (kind: MarkedWork['kind']) =>
  (work: MarkedWork): boolean =>
    work.kind === kind
const idsOfJobs = (work: MarkedWork[]) => work.filter(isOf('job')).map(({ id }) => id)
/** Stalls that are further apart have nothing to do with each other, in ms. */
const maxApart = 24 * hour
const unresolvedOf = ({ at, verdict, isUnknown }: Kept, now: string): Unresolved =>
  Date.parse(now) - Date.parse(at) < maxApart
    ? { suspects: verdict.suspects, isUnknown }
    : { suspects: [], isUnknown: false }

/** State after a verdict. */
function judged(before: Kept, at: string, verdict: StallVerdict): Kept {
  const { culprits, suspects } = verdict
  return {
    at,
    verdict,
    isUnknown: culprits.length + suspects.length === 0,
    messages: [...before.messages, ...culprits.filter(isOf('message'))].slice(-maxHeld),
    tasks: culprits.filter(isOf('task')).reduce((tasks, { id }) => paused(tasks, id, at), before.tasks),
  }
}

function paused(tasks: PausedTask[], id: number, at: string): PausedTask[] {
  const times = (tasks.find((task) => task.id === id)?.times ?? 0) + 1
  const until = new Date(Date.parse(at) + Math.min(hour * 2 ** (times - 1), maxPause)).toISOString()
  return [...tasks.filter((task) => task.id !== id), { id, until, times }]
}

/** State of each node by the key of its row; the only row of an installation of one process. */
async function readAll({ db }: Platform): Promise<Map<string, Kept>> {
  const rows = await db
    .selectFrom('installation')
    .select(['key', 'value'])
    .where((where) => where.or([where('key', '=', key), where('key', 'like', `${key} of %`)]))
    .execute()
  return new Map(rows.map(({ key, value }) => [key, parseJson<Kept>(value)]))
}

const storeKept = (platform: Platform, key: string, kept: Kept) =>
  platform.transaction(({ db }) => storeInstallationValue(db, key, JSON.stringify(kept)))
