import { FileUp, SearchX, Users } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { ContactImport } from '../../../../src/features/contacts/imports/model'
import type { ContactListItem } from '../../../../src/features/contacts/lists/model'
import { type NumberValidity, numberValidities } from '../../../../src/shared/enums'
import { BackLink } from '../../../components/back-link'
import { BoxedList } from '../../../components/boxed-list'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { ErrorState } from '../../../components/error-state'
import { AddButton, PageHead } from '../../../components/page-head'
import { PageTools } from '../../../components/page-tools'
import { BareSelect } from '../../../components/select'
import { ImportDialog } from '../../../contact-import/import-dialog'
import { ImportPanel } from '../../../contact-import/import-panel'
import { downloadSample, listImports } from '../../../contact-import/import-store'
import { paths } from '../../../lib/paths'
import { useTitle } from '../../../lib/title'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { CheckPanel } from './check-panel'
import { ItemDialog } from './item-dialog'
import { ItemRow } from './item-row'
import { items, loadOpenList, openList, searchItems, useItemsLive } from './items-store'
import { ListFigures } from './list-figures'

/** People of one list. */
export function ContactListItemsPage({ id }: { id: number }) {
  const { t } = useTranslation()
  return useLeaveWithoutPlan('useCampaigns', t('contactLists.refused')) ? <Items id={id} /> : null
}

function Items({ id }: { id: number }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<ContactListItem | 'new' | null>(null)
  const [importing, setImporting] = useState<ContactImport | 'file' | null>(null)
  const [text, setText] = useState('')
  const [validity, setValidity] = useState<NumberValidity | ''>('')
  const { list, failure, retry } = useOpenList(id)
  useItemsLive(id)
  useTitle(list?.name ?? t('contactLists.title'))
  // Before the effects of the list below, which would load the people of the list shown before.
  useLayoutEffect(() => searchItems(id, text, validity || undefined), [id, text, validity])
  if (failure)
    return (
      <Frame>
        <ErrorState failure={failure} onRetry={retry} />
      </Frame>
    )

  const add = { label: t('contactLists.addItem'), onAdd: () => setEditing('new') }
  return (
    <Frame>
      <PageHead
        title={list?.name ?? '…'}
        lead={list ? <ListFigures list={list} /> : t('contactLists.itemsLead')}
        add={add}
      >
        <Button icon={<FileUp aria-hidden />} onClick={() => setImporting('file')}>
          {t('contactImport.title')}
        </Button>
      </PageHead>
      <ListImportPanel listId={id} onMapping={setImporting} />
      {list && <CheckPanel list={list} />}
      <PageTools search={{ label: t('contactLists.searchItem'), onSearch: setText }}>
        <BareSelect
          label={t('contactLists.validityFilter')}
          value={validity}
          onChange={(value) => setValidity(value as NumberValidity | '')}
          choices={[
            { value: '', label: t('contactLists.allValidities') },
            ...numberValidities.map((value) => ({ value, label: t(`contactLists.validities.${value}`) })),
          ]}
          className="w-60"
        />
      </PageTools>
      <BoxedList
        list={items}
        label={list?.name ?? t('contactLists.title')}
        skeletonRows={5}
        empty={text || validity ? <NoMatch text={text} /> : <NoItems action={<AddButton {...add} />} />}
        render={(item) => <ItemRow item={item} onEdit={() => setEditing(item)} />}
        hideEnd
      />
      {importing && (
        <ImportDialog
          store={listImports}
          points={[t('contactLists.importNumbers'), t('contactLists.importOptOuts')]}
          onSample={downloadSample}
          mapping={importing === 'file' ? null : importing}
          onClose={() => setImporting(null)}
        />
      )}
      {editing && <ItemDialog listId={id} item={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Frame>
  )
}

function ListImportPanel({ listId, onMapping }: { listId: number; onMapping: (made: ContactImport) => void }) {
  const last = useValue(listImports.imports)[0]
  return last?.contactListId === listId ? <ImportPanel store={listImports} last={last} onMapping={onMapping} /> : null
}

function Frame({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="page">
      <BackLink to={paths.contactLists}>{t('contactLists.back')}</BackLink>
      {children}
    </div>
  )
}

function useOpenList(id: number) {
  const [failure, setFailure] = useState<unknown>(null)
  const list = useValue(openList)
  const retry = () => {
    setFailure(null)
    loadOpenList(id).catch(setFailure)
  }
  useEffect(retry, [id])
  return { list: list?.id === id ? list : null, failure, retry }
}

function NoMatch({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('contactLists.noneTitle')}
      text={text ? t('contactLists.noneItemText', { text }) : t('contactLists.noneOfValidity')}
    />
  )
}

function NoItems({ action }: { action: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<Users />}
      title={t('contactLists.noItemsTitle')}
      text={t('contactLists.noItemsText')}
      action={action}
    />
  )
}
