import type { ImportedFlow } from '../../../../src/features/automation/flows/files/model'
import { Alert } from '../../../components/alert'
import { useTranslation } from '../../../lib/use-translation'

type Note = ImportedFlow['notes'][number]

/** Result of an import: what could not be taken over, by kind. */
export function ImportNotes({ imported: { flow, notes, furtherNotes } }: { imported: ImportedFlow }) {
  const { t } = useTranslation()
  const kinds = [...Map.groupBy(notes, ({ code }) => code)]
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="good" title={t('flowTransfer.done', { name: flow.name })}>
        {kinds.length === 0 && t('flowTransfer.complete')}
      </Alert>
      {kinds.length > 0 && <p>{t('flowTransfer.partly')}</p>}
      {kinds.map(([code, list]) => (
        <NotesOfKind key={code} code={code} notes={list} />
      ))}
      {furtherNotes > 0 && <p className="text-muted">{t('flowTransfer.further', { count: furtherNotes })}</p>}
    </div>
  )
}

function NotesOfKind({ code, notes }: { code: Note['code']; notes: Note[] }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3 className="font-medium text-sm">{t(`flowTransfer.notes.${code}`)}</h3>
      <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-5 text-muted text-sm">
        {notes.map(({ place, detail }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes may be equal, and the list does not change.
          <li key={at} className="wrap-anywhere">
            {detail || place}
          </li>
        ))}
      </ul>
    </section>
  )
}
