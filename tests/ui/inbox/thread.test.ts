import '../browser'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Message } from '../../../src/features/inbox/messages/model'
import { Thread } from '../../../ui/pages/inbox/tickets/store/thread'
import { message, messageServer, ticket } from './tickets-fixtures'

const bodies = (thread: Thread) => thread.messages().map(({ body }) => body)
const loadedThread = async (server: ReturnType<typeof messageServer>) => {
  const thread = new Thread(ticket(), server.load)
  await thread.reload()
  return thread
}

type Kind = 'add' | 'older' | 'reload' | 'newer' | 'history'
type Step =
  | { kind: Kind }
  | { kind: 'ack' | 'late' | 'twice' | 'around' | 'note' | 'unnote' | 'discard'; at: number; ack?: number }

/** Performs one step; returns a promise if the step loads something. */
function runStep(step: Step, server: ReturnType<typeof messageServer>, thread: Thread): Promise<unknown> | undefined {
  const apply = (one: Message | undefined) => void (one && thread.applyMessage(one))
  const at = 'at' in step ? step.at : 0
  const picked = server.all()[at % Math.max(1, server.all().length)]
  const actions = {
    add: () => apply(server.add()),
    ack: () => apply(picked && server.change(picked.id, { ack: 'ack' in step ? step.ack : 0 })),
    late: () => apply(picked && server.add(picked.createdAt)),
    twice: () => apply(picked),
    discard: () => {
      if (!picked) return
      server.remove(picked.id)
      thread.dropMessage(picked.id)
    },
    older: () => thread.loadOlder(),
    reload: () => thread.reload(),
    newer: () => thread.loadNewer(),
    around: () => (picked ? thread.loadAround(picked.id) : undefined),
    note: () => void (picked && thread.applyNote(server.note(picked.createdAt))),
    unnote: () => {
      server.unnote(at)
      thread.dropNote(at)
    },
    history: () => thread.replaceHistory(1, server.history(new Date().toISOString())),
  }
  return actions[step.kind]() ?? undefined
}

/** Keys of the rendered rows. */
const rowKeys = (thread: Thread) => thread.rows.peek().map(({ key }) => key)

async function loadAll(thread: Thread) {
  while (await thread.loadOlder());
}

/** Expects that the loaded messages are contiguous, and reach the end unless `hasNewer`. */
function expectNoGap(thread: Thread, server: ReturnType<typeof messageServer>) {
  const held = thread.messages()
  const from = server.all().findIndex(({ id }) => id === held[0]?.id)
  expect(held).toEqual(server.all().slice(from, from + held.length))
  if (!thread.hasNewer.peek()) expect(held.at(-1)).toEqual(server.all().at(-1)!)
}

describe('thread', () => {
  test('reload loads the newest page; older adds pages on top until none is left', async () => {
    const server = messageServer(45)
    const thread = await loadedThread(server)
    expect(thread.messages().length).toBe(20)
    expect(await thread.loadOlder()).toBe(true)
    expect(thread.grewOnTop.peek()).toBe(true)
    await thread.loadOlder()
    expect(bodies(thread)).toEqual(server.all().map(({ body }) => body))
    expect(await thread.loadOlder()).toBe(false)
    expect(thread.rows.peek()[0]).toMatchObject({ kind: 'start' })
  })

  test('an acknowledgement changes one bubble and keeps the rows', async () => {
    const server = messageServer(5)
    const thread = await loadedThread(server)
    const rows = thread.rows.peek()
    const changed = { ...server.all()[2]!, ack: 3 }
    thread.applyMessage(changed)
    expect(thread.rows.peek()).toBe(rows)
    expect(thread.find(changed.id)?.peek().message.ack).toBe(3)
  })

  test('a response that arrives after its event does not lower the acknowledgement', async () => {
    const thread = await loadedThread(messageServer(2))
    thread.addOutgoing(message({ id: -1 }), {
      clientId: 'x',
      state: 'sending',
      cause: 'connection',
      error: '',
      progress: null,
      isPersisted: true,
    })
    thread.applyMessage(message({ id: 3, ack: 0 }), 'x')
    thread.applyMessage(message({ id: 3, ack: 2 }))
    thread.applyResponse(message({ id: 3, ack: 0 }), 'x')
    thread.applyResponse(message({ id: 3, ack: 1, isEdited: true }))
    expect(thread.find(3)?.peek().message).toMatchObject({ ack: 2, isEdited: true })
    expect(thread.isSending).toBe(false)
  })

  test('an event received while the first page is loading is kept', async () => {
    const server = messageServer(3)
    const thread = new Thread(ticket(), server.load)
    const loading = thread.reload()
    thread.applyMessage(message({ id: 4, body: 'chegou no meio' }))
    await loading
    expect(bodies(thread).at(-1)).toBe('chegou no meio')
  })

  test('an outgoing bubble keeps its key when its event, response or page arrives first', async () => {
    const server = messageServer(2)
    for (const order of ['event first', 'answer first', 'reload first']) {
      const thread = await loadedThread(server)
      const waiting = message({ id: -1, body: 'oi', fromMe: true })
      thread.addOutgoing(waiting, {
        clientId: 'c1',
        state: 'sending',
        cause: 'connection',
        error: '',
        progress: null,
        isPersisted: true,
      })
      const stored = message({ id: 3, body: 'oi', fromMe: true })
      if (order === 'reload first') thread.applyMessage(stored)
      else thread.applyMessage(stored, 'c1')
      thread.applyMessage(stored, 'c1')
      const keys = thread.rows.peek().map(({ key }) => key)
      expect(keys.filter((key) => key === 'c1' || key === '3').length).toBe(1)
      expect(thread.messages().length).toBe(3)
      expect(thread.find(3)?.peek()).toMatchObject({ sending: null, message: { id: 3 } })
    }
  })

  test('a page with an outgoing message confirms it in its bubble', async () => {
    const server = messageServer(3)
    const thread = new Thread(ticket(), server.load)
    thread.addOutgoing(message({ id: -1, fromMe: true }), {
      clientId: 'x',
      state: 'failed',
      cause: 'connection',
      error: '',
      progress: null,
      isPersisted: true,
    })
    const { id } = server.add()
    server.sent = [{ id, clientId: 'x' }]
    await thread.reload()
    expect(thread.messages().map((one) => one.id)).toEqual([1, 2, 3, 4])
    expect(rowKeys(thread).at(-1)).toBe('x')
    expect([thread.find(id)?.peek().sending, thread.isSending, thread.isConfirmed('x')]).toEqual([null, false, true])
    // A late response changes nothing.
    thread.applyResponse(message({ id, fromMe: true }), 'x')
    expect(rowKeys(thread)).toHaveLength(6)
  })

  test('refresh after a reconnect equals a fresh load of as many pages', async () => {
    const server = messageServer(70)
    const thread = await loadedThread(server)
    await thread.loadOlder()
    server.change(60, { isDeleted: true })
    server.change(35, { body: 'editada', isEdited: true })
    for (let count = 0; count < 50; count++) server.add()
    await thread.refresh()
    expect(thread.messages()).toEqual(server.all().slice(-40))
    await thread.loadOlder()
    expect(thread.messages()).toEqual(server.all().slice(-60))
  })

  test('an older page that a reload overtakes is requested again', async () => {
    const server = messageServer(70)
    const thread = await loadedThread(server)
    const older = thread.loadOlder()
    const reload = thread.reload()
    expect(await older).toBe(true)
    await reload
    expect(thread.messages()).toEqual(server.all().slice(-40))
    expect(thread.loadingOlder.peek()).toBe(false)
  })

  test('a second reload keeps older pages that adjoin', async () => {
    const server = messageServer(50)
    const thread = await loadedThread(server)
    await thread.loadOlder()
    await thread.reload()
    expect(thread.messages()).toEqual(server.all().slice(-40))
  })

  test('a failed first load sets the state failed; the next reload sets ready', async () => {
    const server = messageServer(3)
    server.fail = true
    const thread = await loadedThread(server)
    expect(thread.state.peek()).toBe('failed')
    server.fail = false
    await thread.reload()
    expect(thread.state.peek()).toBe('ready')
    expect(thread.failure.peek()).toBeNull()
  })

  test('pages and events in any order equal a fresh load', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const) }),
      fc.record({ kind: fc.constant('ack' as const), at: fc.nat(200), ack: fc.integer({ min: -1, max: 4 }) }),
      fc.record({ kind: fc.constant('late' as const), at: fc.nat(200) }),
      fc.record({ kind: fc.constant('older' as const) }),
      fc.record({ kind: fc.constant('reload' as const) }),
      fc.record({ kind: fc.constant('twice' as const), at: fc.nat(200) }),
      fc.record({ kind: fc.constant('note' as const), at: fc.nat(200) }),
      fc.record({ kind: fc.constant('discard' as const), at: fc.nat(200) }),
      fc.record({ kind: fc.constant('unnote' as const), at: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ kind: fc.constant('history' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.array(step, { maxLength: 30 }), async (count, steps) => {
        const server = messageServer(count)
        const thread = await loadedThread(server)
        const running: Promise<unknown>[] = []
        for (const one of steps) running.push(Promise.resolve(runStep(one, server, thread)))
        await Promise.all(running)
        const held = thread.messages()
        expect(held).toEqual(server.all().slice(-held.length || Number.POSITIVE_INFINITY))
        const discarded = steps.filter(({ kind }) => kind === 'discard').length
        expect(held.length).toBeGreaterThanOrEqual(Math.min(20 - discarded, server.all().length))
        const freshThread = await loadedThread(server)
        await Promise.all([loadAll(thread), loadAll(freshThread)])
        expect(thread.messages()).toEqual(server.all())
        expect(rowKeys(thread)).toEqual(rowKeys(freshThread))
      }),
      { numRuns: 200 },
    )
  })

  test('a range around a message, extended both ways, equals a fresh load', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom('add' as const, 'older' as const, 'newer' as const) }),
      fc.record({
        kind: fc.constantFrom('around' as const, 'note' as const, 'ack' as const, 'discard' as const),
        at: fc.nat(200),
      }),
      fc.record({ kind: fc.constant('reload' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 90 }), fc.array(step, { maxLength: 20 }), async (count, steps) => {
        const server = messageServer(count)
        const thread = await loadedThread(server)
        const running: Promise<unknown>[] = []
        for (const one of steps) running.push(Promise.resolve(runStep(one, server, thread)))
        await Promise.all(running)
        expectNoGap(thread, server)
        while (await thread.loadNewer());
        const freshThread = await loadedThread(server)
        await Promise.all([loadAll(thread), loadAll(freshThread)])
        expect(thread.messages()).toEqual(freshThread.messages())
        expect(rowKeys(thread)).toEqual(rowKeys(freshThread))
      }),
      { numRuns: 200 },
    )
  })

  test('a message received below the range is counted; an own message loads the end', async () => {
    const server = messageServer(90)
    const thread = await loadedThread(server)
    expect(await thread.loadAround(10)).toBe(true)
    thread.applyMessage(server.add())
    thread.applyMessage(server.change(80, { isEdited: true }))
    expect(thread.receivedBelow.peek()).toBe(1)
    expect(thread.messages().at(-1)?.id).toBe(20)
    thread.addOutgoing(message({ id: -1, fromMe: true }), {
      clientId: 'x',
      state: 'sending',
      cause: 'connection',
      error: '',
      progress: null,
      isPersisted: true,
    })
    await Promise.resolve()
    await thread.reload()
    expect(thread.messages().at(-1)?.id).toBe(91)
    expect(thread.receivedBelow.peek()).toBe(0)
  })

  test('a refresh keeps a jump to an old message that is under way', async () => {
    const server = messageServer(90)
    const thread = await loadedThread(server)
    const jump = thread.loadAround(10)
    await thread.refresh()
    expect(await jump).toBe(true)
    expect(thread.messages().at(-1)?.id).toBe(20)
  })

  test('notes, history and the contact’s next ticket are rows in order of time', async () => {
    const server = messageServer(2)
    const { createdAt } = server.all()[0]!
    server.note(createdAt)
    server.nextTicket()
    server.add(createdAt)
    server.history(createdAt)
    const thread = await loadedThread(server)
    expect(rowKeys(thread)).toEqual(['start', 'day:1', '1', 'note:1', '2', 'ticket:2', '3', 'event:1'])
    thread.dropTicket(1)
    expect(rowKeys(thread)).toEqual(['start', 'day:3', '3', 'event:1'])
  })

  test('an event stands before an automatic text of the same time and after a customer’s message', async () => {
    const server = messageServer(1)
    const { createdAt } = server.all()[0]!
    server.change(server.add(createdAt).id, { fromMe: true, origin: 'bot' })
    server.history(createdAt)
    expect(rowKeys(await loadedThread(server))).toEqual(['start', 'day:1', '1', 'event:1', '2'])
  })
})
