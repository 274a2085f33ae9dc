import { Zap } from 'lucide-react'
import { CrudPage } from '../../../components/crud-page'
import { useTranslation } from '../../../lib/use-translation'
import { QuickMessageDialog } from './quick-message-dialog'
import { QuickMessageRow } from './quick-message-row'
import { quickMessages, searchQuickMessages, useQuickMessagesLive } from './store'

export function QuickMessagesPage() {
  const { t } = useTranslation()
  useQuickMessagesLive()
  return (
    <CrudPage
      list={quickMessages}
      search={searchQuickMessages}
      mayAdd
      icon={<Zap />}
      texts={{
        title: t('quickMessages.title'),
        lead: t('quickMessages.lead'),
        search: t('quickMessages.searchLabel'),
        add: t('quickMessages.add'),
        emptyTitle: t('quickMessages.emptyTitle'),
        emptyText: t('quickMessages.emptyText'),
      }}
      noMatch={(text) => ({ title: t('quickMessages.noneTitle'), text: t('quickMessages.noneText', { text }) })}
      rowHeight={68}
      renderRow={(row, onEdit) => <QuickMessageRow row={row} onEdit={onEdit} />}
      renderDialog={(quickMessage, onClose) => (
        <QuickMessageDialog isPanel quickMessage={quickMessage} onClose={onClose} />
      )}
    />
  )
}
