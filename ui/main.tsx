import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { addFonts } from './lib/fonts'
import { startInstall } from './lib/install'
import { startLanguage } from './lib/language'
import { startLook } from './lib/look'
import { restoreSession, watchOtherTabs } from './lib/session'
import { loadSystem } from './lib/system'
import { startTheme } from './lib/theme'
import { TranslationProvider } from './lib/use-translation'

addFonts()
startTheme()
startInstall()
startLook()
watchOtherTabs()
void loadSystem()
void restoreSession()
await startLanguage()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <TranslationProvider>
      <App />
    </TranslationProvider>
  </StrictMode>,
)
