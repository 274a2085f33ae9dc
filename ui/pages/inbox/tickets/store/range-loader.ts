import { batch, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import type { AppError } from '../../../../../src/shared/errors'
import { asFailure } from '../../../../lib/failure'
import { MessageRange } from './message-range'
import type { MessagePage } from './requests'

type ThreadState = 'idle' | 'loading' | 'ready' | 'failed'
/** Position of a page relative to a message: above, below or around it. */
export type PageDirection = 'cursor' | 'after' | 'around'
type LoadPage = (message?: string, direction?: PageDirection) => Promise<MessagePage>

/** Maximum number of pages loaded by a reload; older ones load again when scrolled to. */
const maxPages = 15

/** Loaded range of a thread with its requests. Only the latest request counts; no method throws. */
export class RangeLoader extends MessageRange {
  readonly state = signal<ThreadState>('idle')
  readonly failure = signal<AppError | null>(null)
  readonly loadingOlder = signal(false)
  readonly olderFailed = signal(false)

  private latestRequest = 0
  /** The latest reload, by the number of its request. */
  private lastReload: { request: number; done: Promise<void> } | null = null
  /** Message around which the latest request loads, until its response. */
  private around: { id: number; loading: Promise<boolean> } | null = null
  private olderInFlight: Promise<boolean> | null = null
  private newerInFlight: Promise<boolean> | null = null

  constructor(
    ticket: Ticket,
    private readonly load: LoadPage,
  ) {
    super(ticket)
  }

  get isEmpty() {
    return !this.bubbles.hasStored && !this.bubbles.hasOutgoing
  }

  /**
   * Loads the newest page, or as many pages as were loaded. `fresh` also drops older pages, which may have changed
   * while offline.
   */
  reload({ fresh = false, pages = 1 } = {}): Promise<void> {
    const request = this.startRequest()
    const done = this.requestNewest(request, fresh, pages)
    this.lastReload = { request, done }
    return done
  }

  private async requestNewest(request: number, fresh: boolean, pages: number): Promise<void> {
    if (!this.bubbles.hasStored) this.state.value = 'loading'
    try {
      const loaded = await this.loadPages(Math.min(pages, maxPages), () => request === this.latestRequest)
      if (request === this.latestRequest) this.finishLoading(() => this.replaceNewest(loaded, fresh))
    } catch (thrown) {
      if (request === this.latestRequest) this.failLoading(thrown)
    }
  }

  /**
   * Reloads what is loaded, or is being loaded around a message; a range without the newest messages is reloaded around
   * its middle.
   */
  refresh = (): Promise<void> => {
    if (this.around) return this.loadAround(this.around.id).then(() => undefined)
    const loaded = this.messages()
    const middle = loaded[Math.floor(loaded.length / 2)]
    if (!this.hasNewer.peek() || !middle) return this.reload({ fresh: true, pages: Math.max(1, this.pages) })
    return this.loadAround(middle.id).then(() => undefined)
  }

  /** Loads the page around a message in place of the current range. Returns false if the message is not available. */
  loadAround(id: number): Promise<boolean> {
    const loading = this.requestAround(id)
    this.around = { id, loading }
    return loading
  }

  private async requestAround(id: number): Promise<boolean> {
    const request = this.startRequest()
    if (this.isEmpty) this.state.value = 'loading'
    try {
      const page = await this.load(String(id), 'around')
      if (request === this.latestRequest) this.finishLoading(() => this.replaceAll(page))
      else if (this.around?.id === id) return this.around.loading
      return this.find(id) !== undefined
    } catch (thrown) {
      if (request === this.latestRequest && this.isEmpty) this.failLoading(thrown)
      return false
    } finally {
      if (request === this.latestRequest) this.around = null
    }
  }

  /** Loads the page below the range; returns the request in flight if there is one. */
  loadNewer(): Promise<boolean> {
    this.newerInFlight ??= this.requestNewer().finally(() => {
      this.newerInFlight = null
    })
    return this.newerInFlight
  }

  private async requestNewer(): Promise<boolean> {
    const [request, cursor] = [this.latestRequest, this.newerCursor]
    if (!this.hasNewer.peek() || !cursor) return false
    try {
      const page = await this.load(cursor, 'after')
      if (request !== this.latestRequest || cursor !== this.newerCursor) return false
      batch(() => this.appendPage(page))
      return true
    } catch {
      return false
    }
  }

  /** Loads the page above the range; returns false if there is none or it failed. */
  loadOlder(): Promise<boolean> {
    this.olderInFlight ??= this.requestOlder().finally(() => {
      this.olderInFlight = null
    })
    return this.olderInFlight
  }

  private async requestOlder(): Promise<boolean> {
    const [request, cursor] = [this.latestRequest, this.cursor]
    if (!this.hasMore.peek() || !cursor) return false
    this.loadingOlder.value = true
    this.olderFailed.value = false
    try {
      const page = await this.load(cursor)
      if (request !== this.latestRequest) return await this.requestOlderAfterReload()
      if (cursor !== this.cursor) return false
      batch(() => this.prependPage(page))
      return true
    } catch {
      this.olderFailed.value = true
      return false
    } finally {
      this.loadingOlder.value = false
    }
  }

  /**
   * Requests the page again that a reload has overtaken: a reader who waits at the top scrolls no further, so that nothing
   * else would request it. Returns false when the range was replaced around a message.
   */
  private async requestOlderAfterReload(): Promise<boolean> {
    const { lastReload } = this
    if (lastReload?.request !== this.latestRequest) return false
    await lastReload.done
    return this.requestOlder()
  }

  private startRequest() {
    this.clearReceived()
    this.around = null
    return ++this.latestRequest
  }

  private async loadPages(count: number, isCurrent: () => boolean) {
    let page = await this.load()
    const loaded = { ...page, pages: 1 }
    while (loaded.pages < count && page.hasMore && page.next && isCurrent()) {
      page = await this.load(page.next)
      loaded.messages = [...page.messages, ...loaded.messages]
      loaded.sent = [...page.sent, ...loaded.sent]
      loaded.notes = [...page.notes, ...loaded.notes]
      loaded.events = [...page.events, ...loaded.events]
      loaded.next = page.next
      loaded.hasMore = page.hasMore
      loaded.pages++
    }
    return loaded
  }

  private finishLoading(apply: () => void) {
    batch(() => {
      apply()
      this.failure.value = null
      this.state.value = 'ready'
    })
  }

  private failLoading(thrown: unknown) {
    batch(() => {
      this.failure.value = asFailure(thrown)
      this.state.value = 'failed'
    })
  }
}
