export const roleLimits = {
  title: 'Qué puede cada perfil',
  hint: 'Desmarque para quitar un derecho a un perfil. Vale al instante, también para quien ya entró; no se da ningún derecho además de los de hoy.',
  allTickets: 'Ver atenciones de colegas',
  allTicketsHint: 'Sin él: solo las propias, y las que esperan en sus sectores.',
  export: 'Exportar',
  exportHint: 'Planillas de contactos, panel, campañas y auditoría; la copia de la empresa.',
  delete: 'Eliminar',
  deleteHint: 'Atenciones, contactos, listas y campañas; borrar los datos de una persona.',
  campaigns: 'Campañas',
  campaignsHint: 'Ver, crear y enviar campañas; listas de contactos y bajas.',
  numbers: 'Números de los clientes',
  numbersHint:
    'Sin él: solo los cuatro últimos dígitos, también en búsquedas, planillas y notificaciones; y ninguna importación de contactos.',
}
