// Styles that all windows of the app share.
import "./kit/tokens.css";
import "./kit/base.css";
import "./kit/scrollbars.css";
import "./kit/form.css";
import "./kit/rows.css";
import "./kit/prose.css";
import "./kit/callouts.css";
import "./kit/code.css";
