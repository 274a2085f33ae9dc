import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { Language, TargetKind } from '../../../shared/enums'
import { isNotifiedOfLate } from '../../../shared/permissions'
import { companyLanguage } from '../../platform/company/language'
import type { PushPayload } from '../../platform/push/model'
import type { Recipient } from '../../platform/push/recipients'
import { findTicketRow } from '../tickets/read'

const languagesQuery = hot<{}>()((db) => db.select('users').select(['id', 'language']))

/** Texts of the notification by the reader's language; the bell has the same (`notifications.late` of ui/i18n). */
const texts: Record<Language, Record<TargetKind, string>> = {
  pt: { answer: 'Primeira resposta atrasada', resolution: 'Prazo para encerrar vencido' },
  en: { answer: 'First response overdue', resolution: 'Closing overdue' },
  es: { answer: 'Primera respuesta atrasada', resolution: 'Plazo para cerrar vencido' },
}

/** Notification about a target that is still missed, for the ticket's holder and the supervisors who see it. */
export async function aboutTarget(
  scope: Scope,
  { ticketId, target }: { ticketId: number; target: TargetKind },
): Promise<(recipient: Recipient) => PushPayload | null> {
  const ticket = await findTicketRow(scope, ticketId)
  if (!ticket || ticket.status === 'closed' || ticket.targetDueAt === null) return () => null
  const languages = new Map((await scope.db.run(languagesQuery, {})).map(({ id, language }) => [id, language]))
  const usual = await companyLanguage(scope)
  return (recipient) =>
    isNotifiedOfLate(recipient, ticket)
      ? {
          kind: 'late',
          title: ticket.contactName,
          body: texts[languages.get(recipient.userId) ?? usual][target],
          to: `/tickets/${ticket.uuid}`,
          tag: `late-${ticket.id}`,
        }
      : null
}
