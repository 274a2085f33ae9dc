import { TextQuote } from 'lucide-react'
import { CrudPage } from '../../../components/crud-page'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { PhraseDialog } from './phrase-dialog'
import { PhraseRow } from './phrase-row'
import { foundPhrases, searchPhrases, usePhrasesLive } from './store'

/** Phrases of customers that start flows. */
export function PhraseListsPage() {
  const { t } = useTranslation()
  return useLeaveWithoutPlan('useIntegrations', t('phrases.refused')) ? <Phrases /> : null
}

function Phrases() {
  const { t } = useTranslation()
  usePhrasesLive()
  return (
    <CrudPage
      list={foundPhrases}
      search={searchPhrases}
      mayAdd
      icon={<TextQuote />}
      texts={{
        title: t('phraseNames.title'),
        lead: t('phrases.lead'),
        search: t('phrases.searchLabel'),
        add: t('phrases.add'),
        emptyTitle: t('phrases.emptyTitle'),
        emptyText: t('phrases.emptyText'),
      }}
      noMatch={(text) => ({ title: t('phrases.noneTitle'), text: t('phrases.noneText', { text }) })}
      rowHeight={72}
      renderRow={(phrase, onEdit) => <PhraseRow phrase={phrase} onEdit={onEdit} />}
      renderDialog={(phrase, onClose) => <PhraseDialog phrase={phrase} onClose={onClose} />}
    />
  )
}
