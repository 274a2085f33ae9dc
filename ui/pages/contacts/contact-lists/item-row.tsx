import { CircleAlert, CircleCheck, CircleHelp, CircleX, Pencil, Trash2 } from 'lucide-react'
import type { ContactListItem } from '../../../../src/features/contacts/lists/model'
import { Badge } from '../../../components/badge'
import { IconButton } from '../../../components/icon-button'
import { Tooltip } from '../../../components/tooltip'
import { useCan } from '../../../lib/can'
import { classes } from '../../../lib/classes'
import { showNumber } from '../../../lib/phone'
import { useTranslation } from '../../../lib/use-translation'
import { removeItem } from './items-store'

/** Row of a list's person: whether the number is on WhatsApp, name, number, e-mail and actions. */
export function ItemRow({ item, onEdit }: { item: ContactListItem; onEdit: () => void }) {
  const { t } = useTranslation()
  const mayDelete = useCan('campaign:delete')
  const { name, number, email, validity, optedOut } = item
  const fields = Object.entries(item.variables).map(([name, value]) => `${name}: ${value}`)
  const named = { name, interpolation: { escapeValue: false } }
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5 pr-2 pl-4">
      <ValidityIcon validity={validity} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">{name}</span>
          {optedOut && <Badge tone="warn">{t('contactLists.optedOut')}</Badge>}
        </div>
        <p className="wrap-anywhere text-muted text-sm tabular-nums">
          {[showNumber(number), email, ...fields].filter(Boolean).join(' · ')}
        </p>
      </div>
      <span className="inline-flex shrink-0">
        <IconButton label={t('contactLists.editOf', named)} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        {mayDelete && (
          <IconButton label={t('contactLists.deleteOf', named)} tone="danger" onClick={() => void removeItem(item)}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  )
}

const icons = {
  unknown: { Icon: CircleHelp, tone: 'text-faint' },
  valid: { Icon: CircleCheck, tone: 'text-good' },
  invalid: { Icon: CircleX, tone: 'text-danger-ink' },
  error: { Icon: CircleAlert, tone: 'text-warn' },
}

function ValidityIcon({ validity }: Pick<ContactListItem, 'validity'>) {
  const { t } = useTranslation()
  const { Icon, tone } = icons[validity]
  const text = t(`contactLists.validities.${validity}`)
  return (
    <Tooltip text={text}>
      <span role="img" aria-label={text} className={classes('shrink-0 [&_svg]:size-5', tone)}>
        <Icon aria-hidden />
      </span>
    </Tooltip>
  )
}
