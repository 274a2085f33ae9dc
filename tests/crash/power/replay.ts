import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createSeededRandom, SeededRandom } from '../seeded-random'
import { DiskModel } from './disk-model'
import type { Step } from './recording'

export interface Recording {
  /** As the steps name it. */
  directory: string
  steps: Step[]
  /** What was there before the first step. */
  initial?: string
}

/** A finding about one state after a power cut, in one line. */
export type Loss = string

interface ReplayOptions {
  /** Named when the seed is printed. */
  name: string
  /** How many power cuts. */
  cuts: number
  /** The steps before which the power is cut; all of them when it is left out. */
  within?: [from: number, to: number]
  /** Where the states are written, one after the other. */
  state: string
  /** Looks at the state after a power cut at a moment of the recorder's clock; null when everything was over. */
  findLosses(state: string, moment: bigint | null): Loss[] | Promise<Loss[]>
  /** False for flushes that the disk does not carry out. */
  carriesOut?(step: Step): boolean
}

/** Power cuts after the last step. */
const cutsAfterEnd = 5

/** Cuts the power at random moments of the recording and after it; answers what is lost. */
export async function replay({ directory, steps, initial }: Recording, given: ReplayOptions): Promise<Loss[]> {
  const { state, carriesOut: heeds = () => true, within: [from, to] = [0, steps.length] } = given
  const random = createSeededRandom(given.name)
  const moments = Array.from({ length: given.cuts }, () => Math.floor(random.between(from, to)))
  moments.sort((one, other) => other - one)
  const platter = new DiskModel(directory, random, initial)
  const losses: Loss[] = []
  const cutPower = async (moment: bigint | null) => {
    rmSync(state, { recursive: true, force: true })
    platter.writeAfterCut(state)
    losses.push(...(await given.findLosses(state, moment)))
  }
  for (const [at, step] of steps.entries()) {
    for (; moments.at(-1) === at; moments.pop()) await cutPower(step.time)
    if (step.change.kind !== 'flush' || heeds(step)) platter.applyStep(step)
  }
  for (let n = 0; n < cutsAfterEnd; n++) await cutPower(null)
  return losses
}

/** How many losses there are of each kind, with an example; `{}` when nothing is lost. */
export function countLossesByKind(losses: Loss[]): Record<string, { times: number; such: string }> {
  const kinds: Record<string, { times: number; such: string }> = {}
  for (const loss of losses) {
    const kind = loss.replace(/[0-9a-f/]*[0-9][0-9a-f/]*/g, '…')
    kinds[kind] ??= { times: 0, such: loss }
    kinds[kind].times++
  }
  return kinds
}

/** Files that differ from what the recording says: a way of writing that it does not see. */
export function findUnexplainedFiles({ directory, steps, initial }: Recording, scratch: string): string[] {
  const platter = new DiskModel(directory, new SeededRandom(0), initial)
  for (const step of steps) platter.applyStep(step)
  mkdirSync(scratch)
  platter.writeLive(scratch)
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
