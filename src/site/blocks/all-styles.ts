/*
 * The styles of all blocks, loaded with the page: those of a view that is loaded by itself would come after its HTML.
 */
import './contact/areas.module.css';
import './contact/browser-storage.module.css';
import './contact/call-to-action.module.css';
import './contact/contact.module.css';
import './contact/form.module.css';
import './contact/products.module.css';
import './contact/shop-categories.module.css';
import './top/aside.module.css';
import './top/figures.module.css';
import './top/page-hero.module.css';
import './top/plain-hero.module.css';
import './top/wide-hero.module.css';
import './trade/checklist.module.css';
import './trade/mixed-services.module.css';
import './trade/partners.module.css';
import './trade/positions.module.css';
import './trade/question-list.module.css';
import './trade/related-services.module.css';
import './trade/scope.module.css';
import './trade/search-box.module.css';
import './trade/service-cards.module.css';
import './words/boxes.module.css';
import './words/card-lists.module.css';
import './words/coloured-steps.module.css';
import './words/colours.module.css';
import './words/frequency-table.module.css';
import './words/list.module.css';
import './words/picture-cards.module.css';
import './words/pictures.module.css';
import './words/quotation.module.css';
import './words/steps.module.css';
import './words/table.module.css';
import './words/text.module.css';
import './columns.module.css';
import './rich-text.module.css';
