import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createSeededRandom, SeededRandom } from '../seeded-random'
import { DiskModel } from './disk-model'
import type { Step } from './recording'

export interface Recording {
  /** Recorded directory, the prefix of all paths in the steps. */
  directory: string
  steps: Step[]
  /** Directory with the content before the first step. */
  initial?: string
}

/** Description of a loss in one line. */
export type Loss = string

interface ReplayOptions {
  /** Name printed with the seed. */
  name: string
  /** Number of power cuts. */
  cuts: number
  /**
   * Times of acknowledgements on the recorder's clock. Half of the power cuts come right after one of them, when what is
   * acknowledged too early is not flushed yet.
   */
  acknowledgements?: bigint[]
  /** Range of steps before which the power is cut; default: all. */
  within?: [from: number, to: number]
  /** Directory for the states, written one after the other. */
  state: string
  /** Losses in the state after a power cut. @param moment time on the recorder's clock; null: after the last step */
  findLosses(state: string, moment: bigint | null): Loss[] | Promise<Loss[]>
  /** Returns false for flushes that the disk ignores. */
  carriesOut?(step: Step): boolean
  /** Ends the replay when a loss has this text: the faulty disk of a control loses it soon. */
  until?: string
}

/** Number of power cuts after the last step. */
const cutsAfterEnd = 5

/** Simulates power cuts at random moments of the recording and after it; returns all losses. */
export async function replay({ directory, steps, initial }: Recording, given: ReplayOptions): Promise<Loss[]> {
  const { state, carriesOut = () => true } = given
  const random = createSeededRandom(given.name)
  const moments = drawMoments(steps, given, random)
  const disk = new DiskModel(directory, random, initial)
  const losses: Loss[] = []
  const cutPower = async (moment: bigint | null) => {
    rmSync(state, { recursive: true, force: true })
    disk.writeAfterCut(state)
    losses.push(...(await given.findLosses(state, moment)))
  }
  for (const [at, step] of steps.entries()) {
    for (; moments.at(-1) === at; moments.pop()) await cutPower(step.time)
    if (given.until && losses.some((loss) => kindOf(loss) === given.until)) return losses
    if (step.change.kind !== 'flush' || carriesOut(step)) disk.applyStep(step)
  }
  for (let n = 0; n < cutsAfterEnd; n++) await cutPower(null)
  return losses
}

/** Numbers of the steps before which the power is cut, the last one first. */
function drawMoments(steps: Step[], { cuts, acknowledgements = [], within }: ReplayOptions, random: SeededRandom) {
  const [from, to] = within ?? [0, steps.length]
  const anywhere = () => Math.floor(random.between(from, to))
  const afterAcknowledgement = () => {
    const time = random.pick(acknowledgements)
    return steps.findIndex((step) => step.time >= time)
  }
  const all = Array.from({ length: cuts }, (_, n) =>
    n % 2 === 1 && acknowledgements.length > 0 ? afterAcknowledgement() : anywhere(),
  )
  return all.filter((at) => at >= 0).sort((one, other) => other - one)
}

/** The loss without its ids and numbers. */
const kindOf = (loss: Loss) => loss.replace(/[0-9a-f/]*[0-9][0-9a-f/]*/g, '…')

/** Number of losses of each kind, with an example; `{}` when nothing is lost. */
export function countLossesByKind(losses: Loss[]): Record<string, { times: number; such: string }> {
  const kinds: Record<string, { times: number; such: string }> = {}
  for (const loss of losses) {
    const kind = kindOf(loss)
    kinds[kind] ??= { times: 0, such: loss }
    kinds[kind].times++
  }
  return kinds
}

/** Files that differ from the replayed recording, which means that a kind of write is not recorded. */
export function findUnexplainedFiles({ directory, steps, initial }: Recording, scratch: string): string[] {
  const disk = new DiskModel(directory, new SeededRandom(0), initial)
  for (const step of steps) disk.applyStep(step)
  mkdirSync(scratch)
  disk.writeLive(scratch)
  const names = (of: string) =>
    readdirSync(of, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
      .map((entry) => join(entry.parentPath, entry.name).slice(of.length))
  const all = new Set([...names(directory), ...names(scratch)])
  return [...all].filter((name) => contentOf(directory + name) !== contentOf(scratch + name))
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}
