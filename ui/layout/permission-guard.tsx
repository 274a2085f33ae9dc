import { ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Permission } from '../../src/shared/permissions'
import { EmptyState } from '../components/empty-state'
import { useCan } from '../lib/can'
import { useTranslation } from '../lib/use-translation'

/** A screen for who may use it; to anybody else its address says so, and loads nothing of it. */
export function PermissionGuard({ can, children }: { can: Permission; children: ReactNode }) {
  const { t } = useTranslation()
  if (!useCan(can)) return <EmptyState isPage icon={<ShieldX />} title={t('errors.ERR_NO_PERMISSION')} />
  return children
}
