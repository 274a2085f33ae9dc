import { ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import type { Erasure } from '../../../../src/features/contacts/privacy/model'
import { BoxedList } from '../../../components/boxed-list'
import { SearchField } from '../../../components/search-field'
import { ExportList } from '../../../data-exports/export-list'
import { Can } from '../../../lib/can'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { erasureList, erasureNumber, searchErasures } from './erasures'

/** Requests under data protection law: exports of personal data and proofs of erasure. */
export function Privacy() {
  const { t } = useTranslation()
  const filteredNumber = useValue(erasureNumber)
  useEffect(() => void erasureList.reload(), [])
  return (
    <div className="flex flex-col gap-6">
      <Can do="company:export">
        <section>
          <h2 className="mb-2 font-semibold">{t('audit.exports')}</h2>
          <div className="rounded-lg border border-line bg-surface">
            <ExportList kind="contact" empty={t('audit.exportsNone')} />
          </div>
        </section>
      </Can>
      <section>
        <div className="mb-2 flex flex-wrap items-center gap-3">
          <h2 className="flex-1 font-semibold">{t('audit.proofs')}</h2>
          <SearchField
            label={t('audit.proofSearch')}
            initial={erasureNumber.peek()}
            onSearch={searchErasures}
            className="w-full sm:w-72"
          />
        </div>
        <BoxedList
          list={erasureList}
          label={t('audit.proofs')}
          skeletonRows={2}
          empty={
            <p className="px-4 py-6 text-center text-muted">
              {filteredNumber ? t('audit.proofsNotFound') : t('audit.proofsNone')}
            </p>
          }
          render={(proof) => <ErasureEntry proof={proof} />}
        />
      </section>
    </div>
  )
}

function ErasureEntry({ proof }: { proof: Erasure }) {
  const { t } = useTranslation()
  const { messages, inGroups, tickets, notes, files } = proof.counts
  return (
    <li className="flex gap-3 px-4 py-3">
      <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          <span className="min-w-0 flex-1 basis-60 font-medium">
            {t('audit.proofOf', { id: proof.id, contactId: proof.contactId })}
          </span>
          <span className="text-muted text-sm">{proof.actorName}</span>
          <time dateTime={proof.at} className="text-faint text-sm tabular-nums">
            {formatDateTime(proof.at)}
          </time>
        </div>
        <p className="text-muted text-sm">
          {t('audit.proofCounts', { messages: messages + inGroups, tickets, notes, files })}
          {proof.reason && ` · ${proof.reason}`}
        </p>
        <p className="break-all font-mono text-faint text-xs">{proof.hash}</p>
      </div>
    </li>
  )
}
