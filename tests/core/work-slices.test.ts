import { describe, expect, test } from 'bun:test'
import { WorkSlices } from '../../src/core/process/work-slices'
import type { CompanyId } from '../../src/core/storage/schema'

const [busy, other] = [1, 2] as CompanyId[] as [CompanyId, CompanyId]

/** Works whose pieces take `cost` ms of a clock which only they advance; `done` lists the turn of the loop of each piece. */
function worksOf(cost: number) {
  let [time, turn, isOver] = [0, 0, false]
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const slices = new WorkSlices(() => time)
  const done: { company: CompanyId; turn: number }[] = []
  const work = async (company: CompanyId, pieces: number) => {
    for (let n = 0; n < pieces; n++) {
      await slices.pause(company)
      done.push({ company, turn })
      time += cost
    }
  }
  const end = () => {
    isOver = true
  }
  return { work, done, end }
}

describe('WorkSlices', () => {
  test('work of several milliseconds spreads over turns of the event loop, with free turns between', async () => {
    const { work, done, end } = worksOf(0.5)
    await work(busy, 20)
    end()
    const turns = [...new Set(done.map(({ turn }) => turn))]
    expect(turns.length).toBeGreaterThanOrEqual(9)
    for (const turn of turns) expect(done.filter((piece) => piece.turn === turn).length).toBeLessThanOrEqual(3)
    expect((turns.at(-1) as number) - (turns[0] as number)).toBeGreaterThanOrEqual(turns.length)
  })

  test('sixteen works of one company take as little of a turn as one, and delay another company by one piece', async () => {
    const { work, done, end } = worksOf(2)
    const all = Array.from({ length: 16 }, () => work(busy, 4))
    await Promise.all([...all, work(other, 3)])
    end()
    const later = done.slice(17)
    for (const { turn } of later) expect(later.filter((piece) => piece.turn === turn)).toHaveLength(1)
    const ofOther = done.flatMap(({ company }, at) => (company === other ? at : []))
    expect((ofOther[2] as number) - (ofOther[1] as number)).toBeLessThanOrEqual(3)
  })

  test('short work runs in one turn', async () => {
    const { work, done, end } = worksOf(0.01)
    await work(busy, 50)
    end()
    expect(new Set(done.map(({ turn }) => turn)).size).toBe(1)
  })
})
