//! Where CindyJS's reference manual speaks of builtins.

use super::Category;

/// The folder of the manual in CindyJS's repository.
const MANUAL: &str = "https://github.com/CindyJS/CindyJS/blob/HEAD/ref/";

impl Category {
    /// The address of the page of CindyJS's manual that speaks of it; none for what the manual leaves
    /// out.
    #[must_use]
    pub fn manual(self) -> Option<String> {
        let page = match self {
            Self::Operator | Self::Arithmetic | Self::Random => "Arithmetic_Operators",
            Self::Boolean | Self::Predicate => "Boolean_Operators",
            Self::Control => "Control_Operators",
            Self::Variables => "Variables_and_Functions",
            Self::List => "Lists_and_Linear_Algebra",
            Self::Matrix => "Vectors_and_Matrices",
            Self::String => "String_Operators",
            Self::Dictionary => "Dictionaries",
            Self::Calculus => "Calculus",
            Self::Geometry | Self::Transformation => "Geometric_Operators",
            Self::Shape => "Shapes",
            Self::Color | Self::GraphicsState => "Appearance_of_Objects",
            Self::Drawing => "Elementary_Drawing_Functions",
            Self::Image => "Image_Manipulation_and_Rendering",
            Self::Time | Self::Animation => "Timing_and_Animations",
            Self::Input => "User_Input",
            Self::Console => "Console_Output",
            Self::System => "System_Information",
            Self::CindyGl | Self::Plugin => return None,
        };
        Some(format!("{MANUAL}{page}.md"))
    }
}
