import { ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Permission } from '../../src/shared/permissions'
import { EmptyState } from '../components/empty-state'
import { useCan } from '../lib/can'
import { useTranslation } from '../lib/use-translation'

/** Renders a screen only for users with the permission; others see a message, and the screen's chunk is not loaded. */
export function PermissionGuard({ can, children }: { can: Permission; children: ReactNode }) {
  const { t } = useTranslation()
  if (!useCan(can)) return <EmptyState isPage icon={<ShieldX />} title={t('errors.ERR_NO_PERMISSION')} />
  return children
}
