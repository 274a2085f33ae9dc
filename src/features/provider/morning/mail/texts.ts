import type { Language } from '../../../../shared/enums'
import type { PlanPart } from '../../../../shared/morning'
import type { NumberTrouble } from '../model'

type Days = (date: string, days: number) => string

/** Texts of the overview by mail and WhatsApp; those of the screen are in ui/i18n. */
export interface OverviewTexts {
  locale: string
  subject: (day: string, count: number) => string
  hello: (name: string) => string
  calm: string
  sections: {
    numbers: string
    claims: string
    amounts: string
    invoices: (sum: string) => string
    trials: string
    cancellations: string
    use: string
    jobs: string
    webhooks: string
    newCompanies: string
    disks: string
    backup: string
    revenue: string
  }
  kinds: Record<NumberTrouble['kind'], (name: string, since: string) => string>
  claimed: (value: string, time: string) => string
  otherAmount: (amount: string, value: string, time: string) => string
  cancelled: (date: string, reason: string) => string
  until: (time: string) => string
  late: Days
  trialEnds: Days
  trialToday: string
  trialOver: Days
  parts: Record<PlanPart, (used: string, limit: string) => string>
  parked: (jobs: number, job: string, time: string) => string
  failing: (name: string, since: string) => string
  created: (plan: string, time: string) => string
  disk: (free: string, total: string) => string
  fullIn: (days: number) => string
  lastBackup: (time: string, failures: number) => string
  noBackup: string
  received: (value: string, before: string) => string
  monthly: (value: string, companies: number) => string
  more: (count: number) => string
  open: string
  off: string
}

const days = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const overviewTexts: Record<Language, OverviewTexts> = {
  pt: {
    locale: 'pt-BR',
    subject: (day, count) =>
      `Resumo de ${day}: ${count === 0 ? 'nada precisa de você' : days(count, 'assunto', 'assuntos')}`,
    hello: (name) => `Olá, ${name},`,
    calm: 'Nada precisa de você agora.',
    sections: {
      numbers: 'Números fora do ar ou restritos',
      claims: 'Pagamentos informados a conferir',
      amounts: 'Pagamentos de outro valor',
      invoices: (sum) => `Faturas atrasadas, somam ${sum}`,
      cancellations: 'Cancelamentos',
      trials: 'Testes que terminam',
      use: 'Planos quase cheios',
      jobs: 'Trabalhos parados',
      webhooks: 'Webhooks e integrações com falha',
      newCompanies: 'Empresas novas desde ontem',
      disks: 'Disco',
      backup: 'Backup',
      revenue: 'Receita',
    },
    kinds: {
      down: (name, since) => `${name} fora do ar desde ${since}`,
      timeLock: (name, since) => `${name} sem iniciar conversas desde ${since}, por ordem do WhatsApp`,
      quota: (name, since) => `${name} alcançou o limite de conversas novas em ${since}`,
      refused: (name, since) => `o WhatsApp recusou uma conversa nova de ${name} em ${since}`,
    },
    claimed: (value, time) => `${value}, informado em ${time}`,
    otherAmount: (amount, value, time) =>
      `pagamento pelo código de ${amount} em ${time}, mas a fatura é de ${value}: dê baixa ou devolva`,
    cancelled: (date, reason) => `cancelou, vale até ${date}: ${reason}`,
    until: (time) => `até ${time}`,
    late: (date, count) => `venceu em ${date}, há ${days(count, 'dia', 'dias')}`,
    trialEnds: (date, count) => `termina em ${date}, em ${days(count, 'dia', 'dias')}`,
    trialToday: 'termina hoje',
    trialOver: (date, count) => `terminou em ${date}, há ${days(count, 'dia', 'dias')}`,
    parts: {
      users: (used, limit) => `${used} de ${limit} usuários`,
      connections: (used, limit) => `${used} de ${limit} conexões`,
      queues: (used, limit) => `${used} de ${limit} setores`,
      storage: (used, limit) => `${used} de ${limit} de arquivos`,
    },
    parked: (jobs, job, time) => `${days(jobs, 'trabalho', 'trabalhos')} ${job}, o último em ${time}`,
    failing: (name, since) => `${name} falha desde ${since}`,
    created: (plan, time) => `${plan}, criada em ${time}`,
    disk: (free, total) => `${free} livres de ${total}`,
    fullIn: (count) => `enche em ${days(count, 'dia', 'dias')} neste ritmo`,
    lastBackup: (time, failures) =>
      `o último em ${time}${failures > 0 ? `, ${days(failures, 'falha', 'falhas')} desde então` : ''}`,
    noBackup: 'nenhum foi feito até agora',
    received: (value, before) => `${value} recebidos neste mês, ${before} até o mesmo dia do mês passado`,
    monthly: (value, companies) => `${value} por mês de ${days(companies, 'empresa', 'empresas')} com licença em dia`,
    more: (count) => `e mais ${count}`,
    open: 'Abrir o resumo',
    off: 'Mudar a hora ou desligar este resumo',
  },
  en: {
    locale: 'en',
    subject: (day, count) =>
      `Overview of ${day}: ${count === 0 ? 'nothing needs you' : days(count, 'matter', 'matters')}`,
    hello: (name) => `Hello ${name},`,
    calm: 'Nothing needs you now.',
    sections: {
      numbers: 'Numbers down or restricted',
      claims: 'Reported payments to check',
      amounts: 'Payments of another amount',
      invoices: (sum) => `Late invoices, ${sum} in all`,
      cancellations: 'Cancellations',
      trials: 'Trials that end',
      use: 'Plans nearly full',
      jobs: 'Stopped jobs',
      webhooks: 'Failing webhooks and integrations',
      newCompanies: 'New companies since yesterday',
      disks: 'Disk',
      backup: 'Backup',
      revenue: 'Revenue',
    },
    kinds: {
      down: (name, since) => `${name} down since ${since}`,
      timeLock: (name, since) => `${name} not allowed by WhatsApp to start conversations since ${since}`,
      quota: (name, since) => `${name} reached the limit of new conversations on ${since}`,
      refused: (name, since) => `WhatsApp refused a new conversation of ${name} on ${since}`,
    },
    claimed: (value, time) => `${value}, reported on ${time}`,
    otherAmount: (amount, value, time) =>
      `paid by the code of ${amount} on ${time}, but the invoice is ${value}: settle it or give the money back`,
    cancelled: (date, reason) => `cancelled, valid until ${date}: ${reason}`,
    until: (time) => `until ${time}`,
    late: (date, count) => `due on ${date}, ${days(count, 'day', 'days')} ago`,
    trialEnds: (date, count) => `ends on ${date}, in ${days(count, 'day', 'days')}`,
    trialToday: 'ends today',
    trialOver: (date, count) => `ended on ${date}, ${days(count, 'day', 'days')} ago`,
    parts: {
      users: (used, limit) => `${used} of ${limit} users`,
      connections: (used, limit) => `${used} of ${limit} connections`,
      queues: (used, limit) => `${used} of ${limit} queues`,
      storage: (used, limit) => `${used} of ${limit} of files`,
    },
    parked: (jobs, job, time) => `${days(jobs, 'job', 'jobs')} ${job}, the last on ${time}`,
    failing: (name, since) => `${name} failing since ${since}`,
    created: (plan, time) => `${plan}, created on ${time}`,
    disk: (free, total) => `${free} free of ${total}`,
    fullIn: (count) => `full in ${days(count, 'day', 'days')} at this rate`,
    lastBackup: (time, failures) =>
      `the last on ${time}${failures > 0 ? `, ${days(failures, 'failure', 'failures')} since then` : ''}`,
    noBackup: 'none was made so far',
    received: (value, before) => `${value} received this month, ${before} by the same day of last month`,
    monthly: (value, companies) =>
      `${value} a month from ${days(companies, 'company', 'companies')} with a valid licence`,
    more: (count) => `and ${count} more`,
    open: 'Open the overview',
    off: 'Change the hour or turn this overview off',
  },
  es: {
    locale: 'es',
    subject: (day, count) =>
      `Resumen del ${day}: ${count === 0 ? 'nada lo necesita' : days(count, 'asunto', 'asuntos')}`,
    hello: (name) => `Hola, ${name}:`,
    calm: 'Nada lo necesita ahora.',
    sections: {
      numbers: 'Números caídos o restringidos',
      claims: 'Pagos informados por revisar',
      amounts: 'Pagos de otro importe',
      invoices: (sum) => `Facturas atrasadas, suman ${sum}`,
      cancellations: 'Cancelaciones',
      trials: 'Pruebas que terminan',
      use: 'Planes casi llenos',
      jobs: 'Trabajos detenidos',
      webhooks: 'Webhooks e integraciones con fallas',
      newCompanies: 'Empresas nuevas desde ayer',
      disks: 'Disco',
      backup: 'Copia de seguridad',
      revenue: 'Ingresos',
    },
    kinds: {
      down: (name, since) => `${name} caído desde ${since}`,
      timeLock: (name, since) => `${name} sin iniciar conversaciones desde ${since}, por orden de WhatsApp`,
      quota: (name, since) => `${name} alcanzó el límite de conversaciones nuevas el ${since}`,
      refused: (name, since) => `WhatsApp rechazó una conversación nueva de ${name} el ${since}`,
    },
    claimed: (value, time) => `${value}, informado el ${time}`,
    otherAmount: (amount, value, time) =>
      `pago con el código de ${amount} el ${time}, pero la factura es de ${value}: regístrelo o devuélvalo`,
    cancelled: (date, reason) => `canceló, vale hasta el ${date}: ${reason}`,
    until: (time) => `hasta ${time}`,
    late: (date, count) => `venció el ${date}, hace ${days(count, 'día', 'días')}`,
    trialEnds: (date, count) => `termina el ${date}, en ${days(count, 'día', 'días')}`,
    trialToday: 'termina hoy',
    trialOver: (date, count) => `terminó el ${date}, hace ${days(count, 'día', 'días')}`,
    parts: {
      users: (used, limit) => `${used} de ${limit} usuarios`,
      connections: (used, limit) => `${used} de ${limit} conexiones`,
      queues: (used, limit) => `${used} de ${limit} sectores`,
      storage: (used, limit) => `${used} de ${limit} de archivos`,
    },
    parked: (jobs, job, time) => `${days(jobs, 'trabajo', 'trabajos')} ${job}, el último el ${time}`,
    failing: (name, since) => `${name} falla desde ${since}`,
    created: (plan, time) => `${plan}, creada el ${time}`,
    disk: (free, total) => `${free} libres de ${total}`,
    fullIn: (count) => `se llena en ${days(count, 'día', 'días')} a este ritmo`,
    lastBackup: (time, failures) =>
      `la última el ${time}${failures > 0 ? `, ${days(failures, 'falla', 'fallas')} desde entonces` : ''}`,
    noBackup: 'ninguna se ha hecho hasta ahora',
    received: (value, before) => `${value} recibidos este mes, ${before} hasta el mismo día del mes pasado`,
    monthly: (value, companies) => `${value} por mes de ${days(companies, 'empresa', 'empresas')} con licencia al día`,
    more: (count) => `y ${count} más`,
    open: 'Abrir el resumen',
    off: 'Cambiar la hora o desactivar este resumen',
  },
}
