import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { PlanFlag } from '../../src/shared/enums'
import { paths } from './paths'
import { useMe } from './session'
import { toastWarning } from './toast'

/**
 * Returns whether the company's plan has the flag. Without it, shows the text and goes to the home screen after 1 s.
 */
export function useLeaveWithoutPlan(flag: PlanFlag, text: string): boolean {
  const isAllowed = useMe().company.plan[flag]
  const [, navigate] = useLocation()
  useEffect(() => {
    if (isAllowed) return
    toastWarning(text)
    const timer = setTimeout(() => navigate(paths.home, { replace: true }), 1000)
    return () => clearTimeout(timer)
  }, [isAllowed, navigate, text])
  return isAllowed
}
