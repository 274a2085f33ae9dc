import { batch, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../src/features/tickets/model'
import type { AppError } from '../../../../src/shared/errors'
import { asFailure } from '../../../lib/failure'
import { Stretch } from './message-range'
import type { MessagePage } from './requests'

export type ThreadState = 'idle' | 'loading' | 'ready' | 'failed'
/** Position of a page relative to a message: above, below or around it. */
export type Way = 'cursor' | 'after' | 'around'
export type Load = (message?: string, way?: Way) => Promise<MessagePage>

/** Maximum number of pages loaded by a reload; older ones load again when scrolled to. */
const mostPages = 15

/** Loaded range of a thread with its requests. Only the latest request counts; no method throws. */
export class LoadingStretch extends Stretch {
  readonly state = signal<ThreadState>('idle')
  readonly failure = signal<AppError | null>(null)
  readonly loadingOlder = signal(false)
  readonly olderFailed = signal(false)

  private question = 0
  private olderOnItsWay: Promise<boolean> | null = null
  private newerOnItsWay: Promise<boolean> | null = null

  constructor(
    ticket: Ticket,
    private readonly load: Load,
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
  async reload({ fresh = false, pages = 1 } = {}): Promise<void> {
    const asked = this.ask()
    if (!this.bubbles.hasStored) this.state.value = 'loading'
    try {
      const loaded = await this.loadPages(Math.min(pages, mostPages), () => asked === this.question)
      if (asked === this.question) this.arrive(() => this.replaceNewest(loaded, fresh))
    } catch (thrown) {
      if (asked === this.question) this.fail(thrown)
    }
  }

  /** Reloads what is loaded; a range without the newest messages is reloaded around its middle. */
  refresh = (): Promise<void> => {
    const held = this.messages()
    const middle = held[Math.floor(held.length / 2)]
    if (!this.hasNewer.peek() || !middle) return this.reload({ fresh: true, pages: Math.max(1, this.pages) })
    return this.around(middle.id).then(() => undefined)
  }

  /** Loads the page around a message in place of the current range. Returns false if the message is not available. */
  async around(id: number): Promise<boolean> {
    const asked = this.ask()
    if (this.isEmpty) this.state.value = 'loading'
    try {
      const page = await this.load(String(id), 'around')
      if (asked === this.question) this.arrive(() => this.replaceAll(page))
      return this.find(id) !== undefined
    } catch (thrown) {
      if (asked === this.question && this.isEmpty) this.fail(thrown)
      return false
    }
  }

  /** Loads the page below the range; returns the request in flight if there is one. */
  newer(): Promise<boolean> {
    this.newerOnItsWay ??= this.loadNewer().finally(() => {
      this.newerOnItsWay = null
    })
    return this.newerOnItsWay
  }

  private async loadNewer(): Promise<boolean> {
    const [asked, cursor] = [this.question, this.newerCursor]
    if (!this.hasNewer.peek() || !cursor) return false
    try {
      const page = await this.load(cursor, 'after')
      if (asked !== this.question || cursor !== this.newerCursor) return false
      batch(() => this.putBelow(page))
      return true
    } catch {
      return false
    }
  }

  /** Loads the page above the range; returns false if there is none or it failed. */
  older(): Promise<boolean> {
    this.olderOnItsWay ??= this.loadOlder().finally(() => {
      this.olderOnItsWay = null
    })
    return this.olderOnItsWay
  }

  private async loadOlder(): Promise<boolean> {
    const [asked, cursor] = [this.question, this.cursor]
    if (!this.hasMore.peek() || !cursor) return false
    this.loadingOlder.value = true
    this.olderFailed.value = false
    try {
      const page = await this.load(cursor)
      if (asked !== this.question || cursor !== this.cursor) return false
      batch(() => this.putOnTop(page))
      return true
    } catch {
      this.olderFailed.value = true
      return false
    } finally {
      this.loadingOlder.value = false
    }
  }

  private ask() {
    this.forgetHeard()
    return ++this.question
  }

  private async loadPages(count: number, wanted: () => boolean) {
    let page = await this.load()
    const loaded = { ...page, pages: 1 }
    while (loaded.pages < count && page.hasMore && page.next && wanted()) {
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

  private arrive(put: () => void) {
    batch(() => {
      put()
      this.failure.value = null
      this.state.value = 'ready'
    })
  }

  private fail(thrown: unknown) {
    batch(() => {
      this.failure.value = asFailure(thrown)
      this.state.value = 'failed'
    })
  }
}
