import { signal } from '@preact/signals-react'
import type { TicketNote } from '../../../../../src/features/inbox/notes/model'
import type { MessagePage } from './requests'
import {
  compareThreadLines,
  type HistoryEntry,
  isShownInThread,
  noteKey,
  type ThreadLine,
  toHistoryLine,
  toNoteLine,
} from './thread-line'

/** Notes and history of a thread. Changes received by event win over pages requested before them. */
export class ThreadLines {
  readonly lines = signal<readonly ThreadLine[]>([])
  /** null for a deleted note. */
  private receivedNotes = new Map<number, TicketNote | null>()
  private receivedHistory = new Map<number, HistoryEntry[]>()

  /** Call when a page is requested: events received from now on are newer than it. */
  clearReceived() {
    this.receivedNotes = new Map()
    this.receivedHistory = new Map()
  }

  applyNote(note: TicketNote) {
    this.receivedNotes.set(note.id, note)
    this.add([toNoteLine(note)])
  }

  dropNote(id: number) {
    this.receivedNotes.set(id, null)
    this.lines.value = this.lines.peek().filter(({ key }) => key !== noteKey(id))
  }

  /** Replaces the history of a ticket. */
  replaceHistory(ticketId: number, events: HistoryEntry[]) {
    this.receivedHistory.set(ticketId, events)
    this.add([])
  }

  dropTicket(ticketId: number) {
    this.lines.value = this.lines.peek().filter((line) => line.ticketId !== ticketId)
  }

  addPage = ({ notes, events }: MessagePage) =>
    this.add([...notes.map(toNoteLine), ...events.filter(isShownInThread).map(toHistoryLine)])

  /** Replaces the lines of the tickets that a page reaches; `all` also removes those of other tickets. */
  replace(page: MessagePage, all: boolean) {
    const coveredTickets = new Set([page.ticket.id, ...page.messages.map(({ ticketId }) => ticketId)])
    this.lines.value = all ? [] : this.lines.peek().filter(({ ticketId }) => !coveredTickets.has(ticketId))
    this.addPage(page)
  }

  private add(added: ThreadLine[]) {
    const all = new Map([...this.lines.peek(), ...added].map((line) => [line.key, line]))
    for (const events of this.receivedHistory.values())
      for (const line of events.filter(isShownInThread).map(toHistoryLine)) all.set(line.key, line)
    for (const [id, note] of this.receivedNotes) {
      if (note) all.set(noteKey(id), toNoteLine(note))
      else all.delete(noteKey(id))
    }
    this.lines.value = [...all.values()].sort(compareThreadLines)
  }
}
