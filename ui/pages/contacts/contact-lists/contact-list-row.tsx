import { Pencil, Trash2, Users } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { ContactList } from '../../../../src/features/contacts/lists/model'
import { IconButton } from '../../../components/icon-button'
import { useCan } from '../../../lib/can'
import { toContactList } from '../../../lib/paths'
import { useTranslation } from '../../../lib/use-translation'
import { ListFigures } from './list-figures'
import { removeContactList } from './store'

/** Row of a list: name, numbers of its people, and actions; the name opens its people. */
export function ContactListRow({ list, onEdit }: { list: ContactList; onEdit: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const mayDelete = useCan('campaign:delete')
  const named = { name: list.name, interpolation: { escapeValue: false } }
  return (
    <li className="relative flex min-h-14 items-center gap-3 py-1.5 pr-2 pl-4 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <Link
          href={toContactList(list.id)}
          className="wrap-anywhere rounded-sm font-medium after:absolute after:inset-0"
        >
          {list.name}
        </Link>
        <p className="text-muted text-sm tabular-nums">
          <ListFigures list={list} />
        </p>
      </div>
      <span className="relative inline-flex shrink-0">
        <IconButton label={t('contactLists.open', named)} onClick={() => navigate(toContactList(list.id))}>
          <Users aria-hidden />
        </IconButton>
        <IconButton label={t('contactLists.editOf', named)} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        {mayDelete && (
          <IconButton
            label={t('contactLists.deleteOf', named)}
            tone="danger"
            onClick={() => void removeContactList(list)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  )
}
