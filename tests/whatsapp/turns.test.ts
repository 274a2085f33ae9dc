import { describe, expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { Store } from '../../src/core/storage/db'
import { paceFrames } from '../../src/whatsapp/frame-pacing'
import { MessageIntake } from '../../src/whatsapp/message-intake'
import { type PauseIfDue, Turns } from '../../src/whatsapp/turns'
import { createWorld, link, until } from './world'

/** Blocks the event loop for one millisecond. */
function blockOneMs() {
  for (const end = performance.now() + 1; performance.now() < end; );
}

async function runPieces(name: string, pauseIfDue: PauseIfDue, pieces: number, log: string[]) {
  for (let n = 0; n < pieces; n++) {
    blockOneMs()
    log.push(name)
    await pauseIfDue(true)
  }
}

/** Counts the turns of the event loop until stopped. */
function countTurns() {
  let turns = 0
  let going = true
  const turn = () => {
    turns++
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    going = false
    return turns
  }
}

describe('Turns', () => {
  test('a number with much work lets the event loop turn in between', async () => {
    const stop = countTurns()
    await runPieces('a', new Turns().forNumber(), 40, [])
    expect(stop()).toBeGreaterThan(3)
  })

  test('a number works alone until another number works', async () => {
    const turns = new Turns()
    await runPieces('a', turns.forNumber(), 1, [])
    expect(turns.isSoleNumber()).toBe(true)
    const other = turns.forNumber()
    void other()
    expect(turns.isSoleNumber()).toBe(true)
    void other(true)
    expect(turns.isSoleNumber()).toBe(false)
    expect(turns.isSoleNumber(performance.now() + 3_000)).toBe(true)
  })

  test('a number that works alone takes fewer turns than beside another number', async () => {
    const count = async (turns: Turns) => {
      const stop = countTurns()
      await runPieces('a', turns.forNumber(), 80, [])
      return stop()
    }
    const alone = await count(new Turns())
    const beside = new Turns()
    await runPieces('a', beside.forNumber(), 1, [])
    await runPieces('b', beside.forNumber(), 1, [])
    expect(await count(beside)).toBeGreaterThan(3 * alone)
  })

  test('two numbers with much work alternate', async () => {
    const turns = new Turns()
    const log: string[] = []
    await Promise.all([runPieces('a', turns.forNumber(), 40, log), runPieces('b', turns.forNumber(), 40, log)])
    expect(log.slice(0, 40)).toContain('b')
    expect(log.slice(40)).toContain('a')
  })

  test('a number with one piece of work does not wait for a number with much work', async () => {
    const turns = new Turns()
    const log: string[] = []
    const long = runPieces('long', turns.forNumber(), 40, log)
    await new Promise((resolve) => setImmediate(resolve))
    await runPieces('single', turns.forNumber(), 1, log)
    await long
    expect(log.indexOf('single')).toBeLessThan(30)
  })
})

describe('paceFrames', () => {
  test('frames and the close event keep their order over several turns of the event loop', async () => {
    const socket = new EventEmitter()
    const received: unknown[] = []
    const closed = Promise.withResolvers<void>()
    paceFrames(socket, new Turns().forNumber())
    socket.on('message', (frame) => {
      blockOneMs()
      received.push(frame)
    })
    socket.on('close', () => {
      received.push('close')
      closed.resolve()
    })
    const stop = countTurns()
    const frames = Array.from({ length: 40 }, (_, n) => n)
    for (const frame of frames) socket.emit('message', frame)
    socket.emit('close')
    await closed.promise
    expect(received).toEqual([...frames, 'close'])
    expect(stop()).toBeGreaterThan(3)
  })

  test('frames that wait when the socket ends are dropped', async () => {
    const socket = new EventEmitter()
    const received: unknown[] = []
    const pause = Promise.withResolvers<void>()
    const drop = paceFrames(socket, () => pause.promise)
    socket.on('message', (frame) => received.push(frame))
    for (const frame of [1, 2, 3]) socket.emit('message', frame)
    drop()
    pause.resolve()
    await Bun.sleep(0)
    expect(received).toEqual([])
  })

  test('other events are emitted at once', () => {
    const socket = new EventEmitter()
    paceFrames(socket, () => new Promise(() => {}))
    const received: unknown[] = []
    socket.on('frame', (frame) => received.push(frame))
    socket.emit('frame', 1)
    expect(received).toEqual([1])
  })
})

describe('MessageIntake', () => {
  test('a message begins when Baileys is done with the one before', async () => {
    const intake = new MessageIntake({ pauseIfDue: () => undefined, onOverflow: () => {} })
    const first = Promise.withResolvers<void>()
    const log: string[] = []
    intake.add(async () => {
      log.push('1 begins')
      await first.promise
      log.push('1 ends')
    })
    intake.add(async () => void log.push('2 begins'))
    await Bun.sleep(0)
    expect(log).toEqual(['1 begins'])
    first.resolve()
    await Bun.sleep(0)
    expect(log).toEqual(['1 begins', '1 ends', '2 begins'])
  })

  test('messages that wait when the socket ends, and later ones, are dropped', async () => {
    const intake = new MessageIntake({ pauseIfDue: () => undefined, onOverflow: () => {} })
    const first = Promise.withResolvers<void>()
    const log: string[] = []
    intake.add(() => first.promise)
    intake.add(async () => void log.push('2'))
    intake.end()
    first.resolve()
    intake.add(async () => void log.push('3'))
    await Bun.sleep(0)
    expect(log).toEqual([])
  })

  test('more messages than may wait are reported', () => {
    let overflows = 0
    const intake = new MessageIntake({ pauseIfDue: () => undefined, onOverflow: () => overflows++, max: 2 })
    for (let n = 0; n < 3; n++) intake.add(() => new Promise(() => {}))
    expect(overflows).toBe(0)
    intake.add(async () => {})
    expect(overflows).toBe(1)
  })
})

test('a burst of 600 messages on one number is handled over many turns of the event loop', async () => {
  const world = await createWorld()
  const owner = await link(world)
  const ana = world.emulator.customer('5511922229901')
  await (await ana.send(owner, 'Oi')).waitForStage('delivered')
  world.emulator.faults.freeze(owner.number)
  const burst = 600
  for (let n = 0; n < burst; n++) await ana.send(owner, `onda ${n}`)
  const perTurn = writesPerTurn(world.store)
  world.emulator.faults.thaw(owner.number)
  await until('all received', () => world.host.messages.length > burst)
  expect(Math.max(...perTurn())).toBeLessThan(burst / 3)
  const bodies = world.host.messages.slice(1).map(({ body }) => body)
  expect(bodies).toEqual(Array.from({ length: burst }, (_, n) => `onda ${n}`))
  await world.stop()
})

/** Counts the writes requested in each turn of the event loop; the returned function stops and returns the counts. */
function writesPerTurn(store: Store) {
  const counts = [0]
  const write = store.write.bind(store)
  store.write = (work) => {
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1
    return write(work)
  }
  let going = true
  const turn = () => {
    counts.push(0)
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    going = false
    store.write = write
    return counts
  }
}
