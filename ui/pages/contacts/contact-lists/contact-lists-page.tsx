import { ClipboardList, Download, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button'
import { CrudPage } from '../../../components/crud-page'
import { downloadSample } from '../../../contact-import/import-store'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { ContactListDialog } from './contact-list-dialog'
import { ContactListRow } from './contact-list-row'
import { ListFromDialog } from './list-from-dialog'
import { contactLists, searchContactLists, useContactListsLive } from './store'

/** Lists of people for campaigns. */
export function ContactListsPage() {
  const { t } = useTranslation()
  return useLeaveWithoutPlan('useCampaigns', t('contactLists.refused')) ? <Lists /> : null
}

function Lists() {
  const { t } = useTranslation()
  const [isFrom, setFrom] = useState(false)
  useContactListsLive()
  return (
    <CrudPage
      list={contactLists}
      search={searchContactLists}
      mayAdd
      actions={
        <>
          <Button icon={<UsersRound aria-hidden />} onClick={() => setFrom(true)}>
            {t('contactLists.from')}
          </Button>
          <Button icon={<Download aria-hidden />} onClick={downloadSample}>
            {t('contactImport.sample')}
          </Button>
          {isFrom && <ListFromDialog onClose={() => setFrom(false)} />}
        </>
      }
      icon={<ClipboardList />}
      texts={{
        title: t('contactLists.title'),
        lead: t('contactLists.lead'),
        search: t('contactLists.searchLabel'),
        add: t('contactLists.add'),
        emptyTitle: t('contactLists.emptyTitle'),
        emptyText: t('contactLists.emptyText'),
      }}
      noMatch={(text) => ({ title: t('contactLists.noneTitle'), text: t('contactLists.noneText', { text }) })}
      renderRow={(list, onEdit) => <ContactListRow list={list} onEdit={onEdit} />}
      renderDialog={(list, onClose) => <ContactListDialog list={list} onClose={onClose} />}
    />
  )
}
