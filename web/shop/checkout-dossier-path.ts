/** Path at which the browser that bought an order's opportunity reads its dossier. */
export const checkoutDossier = (orderId: string) => `/checkout/dossier/${orderId}`;
