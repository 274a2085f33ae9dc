import { TriangleAlert } from 'lucide-react'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'

/** Codes of the server with a sentence; a status has its number in it. */
const knownFailures = [
  'address',
  'name',
  'refused',
  'certificate',
  'timeout',
  'tooLarge',
  'redirects',
  'key',
  'answer',
  'tooDeep',
  'notUnderstood',
] as const
type Known = (typeof knownFailures)[number]

/** Function that returns the sentence of a failure's code. */
export function useFaultText() {
  const { t } = useTranslation()
  return (failure: string) => {
    const [code = '', status] = failure.split(' ')
    if (knownFailures.includes(code as Known)) return t(`integrations.faults.${code as Known}`)
    return code === 'status' ? t('integrations.faults.status', { status }) : t('integrations.faults.network')
  }
}

/** Why the last request to an integration failed, and when. */
export function FailureNote({ failure, failedAt }: { failure: string; failedAt: string }) {
  const { t } = useTranslation()
  const reason = useFaultText()(failure)
  return (
    <p className="mt-0.5 flex items-start gap-1 text-danger-ink text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>{t('integrations.failedAt', { when: formatDateTime(failedAt), reason })}</span>
    </p>
  )
}
