import { useEffect } from 'react'
import { Link } from 'wouter'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { paths } from '../../../lib/paths'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { type FlowUsers, flowInUse } from './store'

const close = () => {
  flowInUse.value = null
}

/** Shows what starts a flow that could not be deleted. */
export function InUseHost() {
  const { t } = useTranslation()
  const refused = useValue(flowInUse)
  useEffect(() => close, [])
  if (!refused) return null
  const { name, users } = refused
  return (
    <Dialog
      open
      size="sm"
      title={t('flowList.inUseTitle', { name })}
      onClose={close}
      footer={<Button onClick={close}>{t('common.close')}</Button>}
    >
      <p className="text-muted">{t('flowList.inUseText')}</p>
      <dl className="mt-3 flex flex-col gap-3">
        {kinds.map((kind) => (
          <Users key={kind} kind={kind} names={users[kind]} />
        ))}
      </dl>
    </Dialog>
  )
}

const kinds = ['phrases', 'connections', 'integrations', 'campaigns'] as const
/** Screens where a flow is taken out of use. */
const screens = {
  ...{ phrases: paths.phraseLists, connections: paths.connections },
  ...{ integrations: paths.queueIntegration, campaigns: paths.campaigns },
}

function Users({ kind, names }: { kind: keyof FlowUsers; names: string[] }) {
  const { t } = useTranslation()
  if (names.length === 0) return null
  return (
    <div>
      <dt>
        <Link href={screens[kind]} className="font-medium text-accent-ink underline">
          {t(`flowList.users.${kind}`)}
        </Link>
      </dt>
      {names.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change.
        <dd key={at} className="wrap-anywhere">
          {name}
        </dd>
      ))}
    </div>
  )
}
