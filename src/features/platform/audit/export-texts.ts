import { auditWords as english } from '../../../shared/audit-words/en'
import { auditWords as spanish } from '../../../shared/audit-words/es'
import { type AuditWords, auditWords as portuguese } from '../../../shared/audit-words/pt'
import type { Language } from '../../../shared/enums'

/** Words of the log by language. */
export const words: Record<Language, AuditWords> = { pt: portuguese, en: english, es: spanish }

/** Headings of the exported log, in the order of its columns. */
export const headings: Record<Language, string[]> = {
  pt: ['Nº', 'Data e hora', 'Quem', 'Endereço', 'Ação', 'O quê', 'Nº do item', 'Nome', 'Antes', 'Depois'],
  en: ['No.', 'Date and time', 'Who', 'Address', 'Action', 'What', 'Item no.', 'Name', 'Before', 'After'],
  es: ['N.º', 'Fecha y hora', 'Quién', 'Dirección', 'Acción', 'Qué', 'N.º del ítem', 'Nombre', 'Antes', 'Después'],
}
