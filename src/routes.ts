import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every page of the site and the file that makes it; a slash at the end of an address makes no difference. */
export default [
  layout('site/pages/sign-in-frame.tsx', [
    route('login', 'accounts/pages/login.tsx'),
    route('register', 'accounts/pages/register.tsx'),
    route('logout', 'accounts/pages/logout.tsx'),
    route('forgot-password', 'accounts/pages/forgot-password.tsx'),
    route('reset-password', 'accounts/pages/reset-password.tsx'),
    route('confirm-email', 'accounts/pages/confirm-email.tsx'),
  ]),
  layout('admin/pages/shell.tsx', [
    route('admin', 'admin/pages/home.tsx'),
    route('admin/manage-suppliers', 'suppliers/pages/manage-suppliers.tsx'),
  ]),
  layout('site/layout.tsx', [
    index('site/pages/home.tsx'),
    route('contact-us', 'enquiries/pages/contact.tsx'),
    route('contact-us/success', 'site/pages/success.tsx', { id: 'contact-success' }),
    route('free-quote/success', 'site/pages/success.tsx', { id: 'quote-success' }),
    route('forms-application-form/success', 'site/pages/success.tsx', { id: 'application-success' }),
    route('about-us', 'site/pages/about-us.tsx'),
    route('services', 'site/pages/services.tsx'),
    route('covid-cleaning', 'site/pages/service.tsx', { id: 'covid-cleaning' }),
    route('retail-cleaning', 'site/pages/service.tsx', { id: 'retail-cleaning' }),
    route('aged-care', 'site/pages/service.tsx', { id: 'aged-care' }),
    route('education-cleaning', 'site/pages/service.tsx', { id: 'education-cleaning' }),
    route('government-cleaning', 'site/pages/service.tsx', { id: 'government-cleaning' }),
    route('healthcare-cleaning', 'site/pages/service.tsx', { id: 'healthcare-cleaning' }),
    route('sports-cleaning', 'site/pages/service.tsx', { id: 'sports-cleaning' }),
    route('hospitality-cleaning', 'site/pages/service.tsx', { id: 'hospitality-cleaning' }),
    route('careers', 'site/pages/careers.tsx'),
    route('faqs', 'site/pages/faqs.tsx'),
    route('playground', 'site/pages/playground.tsx'),
    route('privacy-policy', 'site/pages/privacy-policy.tsx'),
    route('terms-and-conditions', 'site/pages/terms-and-conditions.tsx'),
    route('shopping/products', 'shop/pages/chosen-category.ts'),
    layout('shop/pages/shopping.tsx', [
      route('shopping/products/:category', 'shop/pages/product-list.tsx'),
      route('shopping/product-detail/:url', 'shop/pages/product-detail.tsx'),
      route('shopping/view-cart', 'cart/pages/view-cart.tsx'),
      route('shopping/order/:orderId', 'orders/pages/order.tsx'),
    ]),
    route('shopping/checkout', 'orders/pages/checkout.tsx'),
    layout('site/pages/account-area.tsx', [
      route('update-profile', 'accounts/pages/profile.tsx'),
      route('update-profile/security', 'accounts/pages/security.tsx'),
      route('my-orders', 'orders/pages/my-orders.tsx'),
    ]),
    route('*', 'site/pages/not-found.tsx'),
  ]),
] satisfies RouteConfig;
