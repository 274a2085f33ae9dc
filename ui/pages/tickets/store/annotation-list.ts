import { signal } from '@preact/signals-react'
import type { TicketNote } from '../../../../src/features/notes/model'
import { bySide, eventSide, isWorthALine, noteKey, noteSide, type Side, type TicketLine } from './annotations'
import type { MessagePage } from './requests'

/** Notes and history of a thread. Changes received by event win over pages requested before them. */
export class SideLines {
  readonly all = signal<readonly Side[]>([])
  /** null for a deleted note. */
  private heardNotes = new Map<number, TicketNote | null>()
  private heardHistory = new Map<number, TicketLine[]>()

  /** Call when a page is requested: events received from now on are newer than it. */
  forgetHeard() {
    this.heardNotes = new Map()
    this.heardHistory = new Map()
  }

  putNote(note: TicketNote) {
    this.heardNotes.set(note.id, note)
    this.add([noteSide(note)])
  }

  dropNote(id: number) {
    this.heardNotes.set(id, null)
    this.all.value = this.all.peek().filter(({ key }) => key !== noteKey(id))
  }

  /** Replaces the history of a ticket. */
  putHistory(ticketId: number, events: TicketLine[]) {
    this.heardHistory.set(ticketId, events)
    this.add([])
  }

  dropTicket(ticketId: number) {
    this.all.value = this.all.peek().filter((side) => side.ticketId !== ticketId)
  }

  putPage = ({ notes, events }: MessagePage) =>
    this.add([...notes.map(noteSide), ...events.filter(isWorthALine).map(eventSide)])

  /** Replaces the lines of the tickets that a page reaches; `all` also removes those of other tickets. */
  replace(page: MessagePage, all: boolean) {
    const reached = new Set([page.ticket.id, ...page.messages.map(({ ticketId }) => ticketId)])
    this.all.value = all ? [] : this.all.peek().filter(({ ticketId }) => !reached.has(ticketId))
    this.putPage(page)
  }

  private add(news: Side[]) {
    const all = new Map([...this.all.peek(), ...news].map((side) => [side.key, side]))
    for (const events of this.heardHistory.values())
      for (const side of events.filter(isWorthALine).map(eventSide)) all.set(side.key, side)
    for (const [id, note] of this.heardNotes) {
      if (note) all.set(noteKey(id), noteSide(note))
      else all.delete(noteKey(id))
    }
    this.all.value = [...all.values()].sort(bySide)
  }
}
