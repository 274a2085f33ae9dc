import { useEffect, useId, useMemo, useState } from 'react'
import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import { BoxedList } from '../../../components/boxed-list'
import { SearchField } from '../../../components/search-field'
import { BareSelect } from '../../../components/select'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { RecipientRow } from './recipient-row'
import { createRecipients, type RecipientChoice, recipientChoices } from './recipients-store'
import { countText } from './share-text'

interface RecipientsProps {
  campaign: Campaign
  /** Changes when the report was loaded again. */
  version: number
}

/** Recipients with search and filter; loaded again with the report. */
export function Recipients({ campaign, version }: RecipientsProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const [text, setText] = useState('')
  const [choice, setChoice] = useState<RecipientChoice>('all')
  const list = useMemo(() => createRecipients(campaign.id, text, choice), [campaign.id, text, choice])
  const count = useValue(list.count)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again with each report.
  useEffect(() => {
    if (list.state.peek() !== 'idle') void list.reload()
  }, [list, version])
  const isFiltered = text !== '' || choice !== 'all'
  return (
    <section aria-labelledby={titleId} className="print:hidden">
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <h2 id={titleId} className="w-full font-semibold">
          {t('campaignReport.recipients')}{' '}
          {count !== undefined && <span className="ml-1 font-normal text-muted tabular-nums">{countText(count)}</span>}
        </h2>
        <SearchField label={t('campaignReport.searchRecipients')} onSearch={setText} className="min-w-48 flex-1" />
        <BareSelect
          label={t('campaignReport.filter')}
          value={choice}
          onChange={(value) => setChoice(value as RecipientChoice)}
          choices={recipientChoices.map((value) => ({ value, label: t(`campaignReport.filters.${value}`) }))}
          className="w-52"
        />
      </div>
      <BoxedList
        list={list}
        label={t('campaignReport.recipients')}
        skeletonRows={4}
        empty={
          <p className="p-6 text-center text-muted">
            {isFiltered ? t('campaignReport.noMatch') : t('campaignReport.nobody')}
          </p>
        }
        render={(recipient) => <RecipientRow recipient={recipient} />}
        hideEnd
      />
    </section>
  )
}
