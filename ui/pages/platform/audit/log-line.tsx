import { ArrowRight } from 'lucide-react'
import type { AuditLine } from '../../../../src/features/platform/audit/model'
import { classes } from '../../../lib/classes'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useLogTexts } from './log-texts'

/** Log entry: action, object, user, address and changed fields. */
export function LogLine({ line }: { line: AuditLine }) {
  const { t } = useTranslation()
  const words = useLogTexts()
  const { before, after } = line
  // Hides fields that were empty when a row was created or deleted.
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => (field in before && field in after) || words.value(line, field, before[field] ?? after[field]) !== '',
  )
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-60">
          <span className={classes('font-medium', line.action === 'delete' && 'text-danger-ink')}>
            {words.action(line.action)}
          </span>{' '}
          <span className="text-muted">{words.entity(line.entity)}</span>{' '}
          <span className="break-words font-medium">{words.name(line.entity, line.name)}</span>
          {line.erased && <span className="text-faint italic">{t('audit.erasedLine')}</span>}
        </span>
        <span className="text-muted text-sm">
          {line.actorId === null ? t('audit.byProduct', { name: words.system(line.actorName) }) : line.actorName}
        </span>
        <time dateTime={line.at} className="text-faint text-sm tabular-nums">
          {formatDateTime(line.at)}
        </time>
      </div>
      {fields.length > 0 && (
        <details className="group text-sm">
          <summary className="w-fit cursor-pointer rounded-sm text-muted hover:text-ink">
            {t('audit.fields', { count: fields.length })}
            {line.address && <span className="ml-3 text-faint">{t('audit.address', { address: line.address })}</span>}
          </summary>
          <dl className="mt-2 grid gap-x-4 gap-y-2 grid-cols-[7rem_minmax(0,1fr)] sm:grid-cols-[10rem_minmax(0,1fr)]">
            {fields.map((field) => (
              <FieldChange key={field} field={field} line={line} />
            ))}
          </dl>
        </details>
      )}
      {fields.length === 0 && line.address && (
        <span className="text-faint text-sm">{t('audit.address', { address: line.address })}</span>
      )}
    </li>
  )
}

function FieldChange({ field, line }: { field: string; line: AuditLine }) {
  const { t } = useTranslation()
  const words = useLogTexts()
  const { before, after } = line
  const [was, is] = [field in before, field in after]
  const name = words.field(line.entity, field)
  const text = (side: AuditLine['before']) => words.value(line, field, side[field])
  return (
    <>
      <dt className={classes('break-words text-muted', name === null && 'font-mono text-xs')}>{name ?? field}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-2">
        {was && <FieldValue text={text(before)} className={is ? 'text-muted line-through' : ''} />}
        {was && is && <ArrowRight aria-label={t('audit.becomes')} className="size-3.5 shrink-0 text-faint" />}
        {is && <FieldValue text={text(after)} />}
      </dd>
    </>
  )
}

function FieldValue({ text, className = '' }: { text: string; className?: string }) {
  const { t } = useTranslation()
  if (text === '') return <span className="text-faint italic">{t('audit.nothing')}</span>
  return (
    <span className={classes('max-h-40 min-w-0 overflow-y-auto whitespace-pre-wrap break-words', className)}>
      {text}
    </span>
  )
}
