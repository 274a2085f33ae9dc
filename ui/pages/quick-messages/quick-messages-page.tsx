import { Plus, SearchX, Zap } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { QuickMessage } from '../../../src/features/quick-messages/model'
import { BoxedList } from '../../components/boxed-list'
import { Button } from '../../components/button'
import { EmptyState } from '../../components/empty-state'
import { PageHead } from '../../components/page-head'
import { SearchField } from '../../components/search-field'
import { useTitle } from '../../lib/title'
import { useTranslation } from '../../lib/use-translation'
import { QuickMessageDialog } from './quick-message-dialog'
import { QuickMessageRow } from './quick-message-row'
import { quickMessages, searchQuickMessages, useQuickMessagesLive } from './store'

/** Quick message in the dialog, 'new' to create one, or null. */
type Editing = QuickMessage | 'new' | null

export function QuickMessagesPage() {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<Editing>(null)
  const [text, setText] = useState('')
  useTitle(t('quickMessages.title'))
  useQuickMessagesLive()
  useEffect(() => searchQuickMessages(text), [text])

  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
      {t('quickMessages.add')}
    </Button>
  )
  return (
    <div className="mx-auto w-full max-w-4xl p-4 sm:p-6">
      <PageHead title={t('quickMessages.title')} lead={t('quickMessages.lead')}>
        {add}
      </PageHead>
      <SearchField label={t('quickMessages.searchLabel')} onSearch={setText} className="mb-4 max-w-sm" />
      <BoxedList
        list={quickMessages}
        label={t('quickMessages.title')}
        skeletonRows={5}
        empty={<NoQuickMessages text={text} add={add} />}
        render={(row) => <QuickMessageRow row={row} onEdit={() => setEditing(row)} />}
        hideEnd
      />
      {editing && (
        <QuickMessageDialog quickMessage={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </div>
  )
}

function NoQuickMessages({ text, add }: { text: string; add: ReactNode }) {
  const { t } = useTranslation()
  if (text)
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('quickMessages.noneTitle')}
        text={t('quickMessages.noneText', { text, interpolation: { escapeValue: false } })}
      />
    )
  return (
    <EmptyState icon={<Zap />} title={t('quickMessages.emptyTitle')} text={t('quickMessages.emptyText')} action={add} />
  )
}
