import { Component, type ReactNode } from 'react'
import { useTranslation } from '../lib/use-translation'
import { Button } from './button'

/**
 * Shows a message with a reload button when rendering throws. A changed `resetKey` (the address) renders the children
 * again.
 */
export class ErrorBoundary extends Component<{ children: ReactNode; resetKey?: string }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidUpdate(before: { resetKey?: string }) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <CrashMessage /> : this.props.children
  }
}

function CrashMessage() {
  const { t } = useTranslation()
  return (
    <div role="alert" className="flex h-full flex-col items-center justify-center gap-4 p-6 text-center">
      <div className="max-w-sm">
        <p className="font-semibold text-lg">{t('common.crashTitle')}</p>
        <p className="mt-1 text-muted">{t('common.crashText')}</p>
      </div>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('common.reloadPage')}
      </Button>
    </div>
  )
}
