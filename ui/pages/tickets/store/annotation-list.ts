import { signal } from '@preact/signals-react'
import type { TicketNote } from '../../../../src/features/notes/model'
import {
  type Annotation,
  compareAnnotations,
  type HistoryEntry,
  historyAnnotation,
  isShownInThread,
  noteAnnotation,
  noteKey,
} from './annotations'
import type { MessagePage } from './requests'

/** Notes and history of a thread. Changes received by event win over pages requested before them. */
export class AnnotationList {
  readonly annotations = signal<readonly Annotation[]>([])
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
    this.add([noteAnnotation(note)])
  }

  dropNote(id: number) {
    this.receivedNotes.set(id, null)
    this.annotations.value = this.annotations.peek().filter(({ key }) => key !== noteKey(id))
  }

  /** Replaces the history of a ticket. */
  replaceHistory(ticketId: number, events: HistoryEntry[]) {
    this.receivedHistory.set(ticketId, events)
    this.add([])
  }

  dropTicket(ticketId: number) {
    this.annotations.value = this.annotations.peek().filter((annotation) => annotation.ticketId !== ticketId)
  }

  addPage = ({ notes, events }: MessagePage) =>
    this.add([...notes.map(noteAnnotation), ...events.filter(isShownInThread).map(historyAnnotation)])

  /** Replaces the lines of the tickets that a page reaches; `all` also removes those of other tickets. */
  replace(page: MessagePage, all: boolean) {
    const coveredTickets = new Set([page.ticket.id, ...page.messages.map(({ ticketId }) => ticketId)])
    this.annotations.value = all ? [] : this.annotations.peek().filter(({ ticketId }) => !coveredTickets.has(ticketId))
    this.addPage(page)
  }

  private add(added: Annotation[]) {
    const all = new Map([...this.annotations.peek(), ...added].map((annotation) => [annotation.key, annotation]))
    for (const events of this.receivedHistory.values())
      for (const annotation of events.filter(isShownInThread).map(historyAnnotation))
        all.set(annotation.key, annotation)
    for (const [id, note] of this.receivedNotes) {
      if (note) all.set(noteKey(id), noteAnnotation(note))
      else all.delete(noteKey(id))
    }
    this.annotations.value = [...all.values()].sort(compareAnnotations)
  }
}
