import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { lastMoment } from '../../../core/time'
import type { DueStage, Language, TargetKind } from '../../../shared/enums'
import { isNotifiedOfLate, isWarnedOfDue } from '../../../shared/permissions'
import { companyLanguage } from '../../platform/company/language'
import type { PushPayload } from '../../platform/push/model'
import type { Recipient } from '../../platform/push/recipients'
import { findTicketRow, type TicketRow } from '../tickets/read'

const languagesQuery = hot<{}>()((db) => db.select('users').select(['id', 'language']))

/** Texts of the notification by the reader's language; the bell has the same (`notifications.late` of ui/i18n). */
const texts: Record<Language, Record<TargetKind | 'due', string>> = {
  pt: {
    ...{ answer: 'Primeira resposta atrasada', nextAnswer: 'Resposta atrasada' },
    ...{ resolution: 'Prazo para encerrar vencido', due: 'O prazo para responder está acabando' },
  },
  en: {
    ...{ answer: 'First response overdue', nextAnswer: 'Answer overdue' },
    ...{ resolution: 'Closing overdue', due: 'Answer due soon' },
  },
  es: {
    ...{ answer: 'Primera respuesta atrasada', nextAnswer: 'Respuesta atrasada' },
    ...{ resolution: 'Plazo para cerrar vencido', due: 'El plazo para responder está por vencer' },
  },
}

interface TargetSubject {
  ticketId: number
  target: TargetKind
  /** Absent for a missed target. */
  stage?: DueStage
}

/**
 * Notification about a target that is still missed, for the ticket's holder and the supervisors who see it; with
 * `stage` about a next answer due soon.
 */
export async function aboutTarget(
  scope: Scope,
  { ticketId, target, stage }: TargetSubject,
): Promise<(recipient: Recipient) => PushPayload | null> {
  const ticket = await findTicketRow(scope, ticketId)
  if (!ticket || !isUnmet(ticket, target)) return () => null
  const languages = new Map((await scope.db.run(languagesQuery, {})).map(({ id, language }) => [id, language]))
  const usual = await companyLanguage(scope)
  const concerns = (recipient: Recipient) =>
    stage ? isWarnedOfDue(recipient, ticket, stage) : isNotifiedOfLate(recipient, ticket)
  return (recipient) =>
    concerns(recipient)
      ? {
          kind: 'late',
          title: ticket.contactName,
          body: texts[languages.get(recipient.userId) ?? usual][stage ? 'due' : target],
          to: `/tickets/${ticket.uuid}`,
          tag: `late-${ticket.id}`,
        }
      : null
}

/** False once the ticket is closed, has no target, or the customer has the next answer. */
const isUnmet = ({ status, targetDueAt, waitingSince }: TicketRow, target: TargetKind) =>
  status !== 'closed' && targetDueAt !== null && (target !== 'nextAnswer' || waitingSince !== lastMoment)
